// An address as a code for cameras, for the page of a table and the desk of a hall.
import { html } from "../ui.js";

// The address is said beside its code: not everybody has a camera.
export function Code({ name, title, url, rows }) {
  const side = rows.length + 8;
  const dark = rows.flatMap((row, y) => [...row].map((each, x) => (each === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return html`<figure class="code" data-code=${name}><svg viewBox=${`0 0 ${side} ${side}`} role="img" aria-label=${url}><rect width=${side} height=${side} /><path d=${dark} /></svg>
    <figcaption><b>${title}</b><a href=${url}>${url}</a></figcaption></figure>`;
}
