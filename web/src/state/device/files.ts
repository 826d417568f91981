/** Export of texts: as a file, or by the clipboard. */

/** Save a text as a file on the user's device. */
export function saveText(name: string, text: string, kind = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/**
 * Return whether the text was copied. Over plain http, or without permission, the legacy way may still work. It copies
 * the selection of a field: the page's own, or a temporary one.
 */
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
  field.readOnly = true; // keeps the on-screen keyboard closed
  field.setAttribute("aria-hidden", "true");
  // The content policy forbids style attributes in markup, but not properties.
  Object.assign(field.style, { position: "fixed", top: "0", opacity: "0" });
  // Inside an open dialog nothing outside it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  const isCopied = copySelected(field);
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
