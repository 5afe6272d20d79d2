// What a path of the table answers; null until it is here, {error} where it is refused.
import { useEffect, useState } from "../ui.js";
import { getJson } from "../orders.js";

export function useJson(path, key = "") {
  const [answer, setAnswer] = useState(null);
  useEffect(() => {
    let here = true;
    getJson(path).then((got) => here && setAnswer(got), (error) => here && setAnswer({ error: error.message }));
    return () => (here = false);
  }, [path, key]);
  return answer;
}
