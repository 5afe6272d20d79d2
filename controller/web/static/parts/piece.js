// A turned wooden piece seen from above: one disc upon another, as many as its size.
import { html } from "../ui.js";

export function Piece({ size }) {
  const storeys = Math.min(3, size);
  return html`<span class="piece size-${storeys}">${[...Array(storeys).keys()].map((at) => html`<i key=${at} style=${{ "--storey": at }}></i>`)}</span>`;
}
