/** Texts that leave the page: as a file, or copied. */

/** Give a text to whoever asked for it as a file. */
export function saveText(name: string, text: string, kind = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Whether it could be copied. Over plain http, or without permission, the old way may still work: it copies what is
 * selected in a field, in that of the page or in one that is there for this moment alone. */
export async function copyText(text: string, field: HTMLInputElement | null = null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return field ? copySelected(field) : copyHidden(text);
  }
}

function copySelected(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}

function copyHidden(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true; // no keyboard comes up for it
  field.setAttribute("aria-hidden", "true");
  // The content policy forbids style attributes in markup; a property is none.
  Object.assign(field.style, { position: "fixed", top: "0", opacity: "0" });
  // Inside an open dialog nothing outside it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  const isCopied = copySelected(field);
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
