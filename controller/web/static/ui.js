// Preact and htm under one roof, so that every other file imports from one place.
import { Component, Fragment, createContext, h, render } from "./vendor/preact.js";
import { useEffect, useState } from "./vendor/preact-hooks.js";
import htm from "./vendor/htm.js";

export { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./vendor/preact-hooks.js";
export { Fragment, createContext, render };
export const html = htm.bind(h);

// A component that is drawn again only when `same(before, now)` says it must.
export function memo(draw, same) {
  return class extends Component {
    shouldComponentUpdate(now) {
      return !same(this.props, now);
    }
    render(props) {
      return draw(props);
    }
  };
}

// A component that is fetched when it is first drawn: what few visits need does not make all wait.
export function lazy(load) {
  let here = null;
  return function Late(props) {
    const [, came] = useState(0);
    useEffect(() => {
      if (!here) load().then((found) => ((here = found), came(1)), () => {}); // lost: the banner says so
    }, []);
    return here && html`<${here} ...${props} />`;
  };
}
