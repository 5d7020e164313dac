type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The forms that ask before they are left, with what each of their fields held at first. */
const watched = new Map<HTMLFormElement, WeakMap<Control, string>>()

/** Remembers how the form starts, so that what is typed into it can be told; returns how to forget it. */
export function watchForm(form: HTMLFormElement): () => void {
  watched.set(form, new WeakMap(controlsOf(form).map((control) => [control, startOf(control)])))
  return () => watched.delete(form)
}

/** No longer asks about this form: what stands in it was saved. */
export function forgetForm(form: HTMLFormElement) {
  watched.delete(form)
}

/** Whether something other than at first stands in a field, however it came there. */
function isTyped(form: HTMLFormElement): boolean {
  const starts = watched.get(form)
  return controlsOf(form).some(
    (control) => heldBy(control) !== (starts?.get(control) ?? startOf(control)),
  )
}

/** Whether there is a form that would lose something if the page went away. */
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

/** As the page came, even where somebody typed before the script had arrived. */
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
