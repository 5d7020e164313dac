type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Forms that ask before leaving, with their initial values. */
const watched = new Map<HTMLFormElement, WeakMap<Control, string>>()

/** Remembers a form's initial values; returns a function to stop. */
export function watchForm(form: HTMLFormElement): () => void {
  watched.set(form, new WeakMap(controlsOf(form).map((control) => [control, startOf(control)])))
  return () => watched.delete(form)
}

/** Stops asking about this form, because it was saved. */
export function forgetForm(form: HTMLFormElement) {
  watched.delete(form)
}

/** Whether a field differs from its initial value. */
function isTyped(form: HTMLFormElement): boolean {
  const starts = watched.get(form)
  return controlsOf(form).some(
    (control) => heldBy(control) !== (starts?.get(control) ?? startOf(control)),
  )
}

/** Whether a form would lose typed text. */
export function hasUnsavedInput(within: Node = document): boolean {
  return [...watched.keys()].some(
    (form) => within.contains(form) && (isTyped(form) || 'refused' in form.dataset),
  )
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control =>
    element.matches('input, select, textarea'),
  )
}

function heldBy(control: Control): string {
  if (control instanceof HTMLSelectElement) return `${control.selectedIndex}`
  if (control instanceof HTMLTextAreaElement) return control.value
  if (control.type === 'checkbox' || control.type === 'radio') return `${control.checked}`
  return control.value
}

/** As in the HTML, even where someone typed before the script loaded. */
function startOf(control: Control): string {
  if (control instanceof HTMLSelectElement) {
    return `${Math.max(
      [...control.options].findIndex((option) => option.defaultSelected),
      0,
    )}`
  }
  if (control instanceof HTMLTextAreaElement) return control.defaultValue
  if (control.type === 'checkbox' || control.type === 'radio') return `${control.defaultChecked}`
  return control.type === 'file' ? '' : control.defaultValue
}
