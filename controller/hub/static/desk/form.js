// A form of the desk: while its order is under way it can be neither sent twice nor filled in for the
// next one, which the answer would empty.
import { html, useState } from "/static/ui.js";

export function DeskForm({ look = "enter", work, children }) {
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
  return html`<form onSubmit=${submit}><fieldset class=${look} disabled=${busy}>${children}</fieldset></form>`;
}
