import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Counts the ticked boxes of a list that belong to a form; they belong to the form, not to React. */
export function useSelected(formId: string) {
  const { key } = useLocation()
  const [selected, setSelected] = useState(0)
  useEffect(() => {
    const count = () => setSelected(countSelected(formId))
    // Another page of the list has other boxes.
    if (key) count()
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  }, [key, formId])
  const toggleAll = () => {
    const checked = countSelected(formId) === 0
    for (const box of boxesOf(formId)) box.checked = checked
    setSelected(countSelected(formId))
  }
  return { selected, toggleAll }
}

const boxesOf = (formId: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][form=${formId}]`),
]
const countSelected = (formId: string) => boxesOf(formId).filter(({ checked }) => checked).length
