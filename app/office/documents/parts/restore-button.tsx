import { useFetcher, useLocation } from 'react-router'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'

export function RestoreButton({
  document: { id, title },
}: {
  document: { id: string; title: string }
}) {
  const fetcher = useFetcher()
  const { search } = useLocation()
  return (
    <ActionForm
      reply={undefined}
      fetcher={fetcher}
      action={`/admin-dashboard/documents/${id}/restore${search}`}
    >
      <SubmitButton look="secondary" size="small">
        Restore<span className="sr-only"> {title}</span>
      </SubmitButton>
    </ActionForm>
  )
}
