// A form whose order is under way: it can be neither sent twice nor filled in for the next one, which
// the answer would empty.
import { useState } from "/static/ui.js";

export function useBusy(work) {
  const [busy, setBusy] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    // Read before the fields are disabled: a disabled field is not in the form.
    const filled = new FormData(form);
    setBusy(true);
    try {
      await work(filled, form);
    } finally {
      setBusy(false);
    }
  };
  return [busy, submit];
}
