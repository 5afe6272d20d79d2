// Preact and htm under one roof, so that every other file imports from one place.
import { Component, Fragment, h, render } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./vendor/preact-hooks.js";
export { Fragment, render };
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
