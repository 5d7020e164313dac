import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { documentTypeLabels, documentTypes } from '../../../domain/documents/document.ts'
import { acceptedEndings } from '../../../domain/documents/document-file.ts'
import type { ProjectChoice } from '../../../domain/notifications/audience.server.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import type { FormReply } from '../../../values/form.ts'
import type { Choice } from '../../parts/choice.ts'
import { PartyPicker } from '../../parts/party-picker.tsx'
import { AudienceField } from './audience-field.tsx'

/** Initial values: of a stored document, or empty. */
export type DocumentValues = {
  title: string
  description: string
  documentType: string
  projectId: string
  audience: string
  investorId: string
}

export type DocumentChoices = {
  projects: readonly ProjectChoice[]
  investors: Choice[]
  uploadLimitBytes: number
}

type Props = DocumentChoices & {
  reply: FormReply | undefined
  stored?: DocumentValues
  /** Replaces the title field when several files have a title each. */
  titles?: ReactNode
  children?: ReactNode
}

export function DocumentFields({ projects, investors, reply, stored, titles, children }: Props) {
  const scripted = useScript()
  const { type, projectId, audience, audienceSelect, setType, setProjectId, setChosen } =
    useAudienceChoice(reply?.values ?? stored)
  const project = projects.find(({ id }) => id === projectId)
  const asksForTax = type === 'tax' && audience === 'project' && project !== undefined
  const isForAll = isTaxForAll(stored)
  return (
    <FieldGrid>
      {titles ?? (
        <TextField
          name="title"
          label="Title"
          required
          span="full"
          autoComplete="off"
          defaultValue={stored?.title}
        />
      )}
      <SelectField
        name="documentType"
        label="Type"
        required
        defaultValue={type}
        onValueChange={setType}
      >
        {documentTypes.map((option) => (
          <option key={option} value={option}>
            {documentTypeLabels[option]}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="projectId"
        label="Project"
        defaultValue={projectId}
        onValueChange={setProjectId}
      >
        <option value="">No Project</option>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <AudienceField
        audience={audience}
        selectRef={audienceSelect}
        project={project}
        onChoose={setChosen}
      />
      {(asksForTax || (!scripted && (isForAll || reply?.errors.audience !== undefined))) && (
        <CheckboxField
          name="sharedTax"
          label="This tax document is for all investors of the project"
          defaultChecked={isForAll}
        />
      )}
      {(audience === 'investor' || !scripted) && (
        <PartyPicker
          name="investorId"
          label="Investor"
          of="investor"
          first={investors}
          {...chosenIn(stored)}
        />
      )}
      <TextareaField
        name="description"
        label="Description"
        optional
        span="full"
        rows={2}
        defaultValue={stored?.description}
      />
      {children}
    </FieldGrid>
  )
}

/**
 * Tracks the choices other fields depend on. The audience's `audienceSelect` is uncontrolled and written from here, so that the
 * hint and the submitted value agree. Picks up choices made before hydration.
 */
function useAudienceChoice(initial: Readonly<Record<string, string>> | DocumentValues | undefined) {
  const [type, setType] = useState(initial?.documentType ?? 'legal')
  const [projectId, setProjectId] = useState(initial?.projectId ?? '')
  const [chosen, setChosen] = useState(initial?.audience)
  const audience = chosen ?? (type === 'tax' ? 'investor' : 'project')
  const audienceSelect = useRef<HTMLSelectElement>(null)
  const isHydrated = useRef(false)
  useEffect(() => {
    const [select, form] = [audienceSelect.current, audienceSelect.current?.form]
    if (!select || !form) return
    if (isHydrated.current) {
      select.value = audience
      return
    }
    isHydrated.current = true
    const typed = new FormData(form)
    setType(String(typed.get('documentType')))
    setProjectId(String(typed.get('projectId')))
    if (select.value !== audience) setChosen(select.value)
  })
  return { type, projectId, audience, audienceSelect, setType, setProjectId, setChosen }
}

const isTaxForAll = (stored: DocumentValues | undefined) =>
  stored?.documentType === 'tax' && stored.audience === 'project' && stored.projectId !== ''

const chosenIn = (stored: DocumentValues | undefined) =>
  stored ? { defaultValue: stored.investorId } : {}

/** `label` tells a first file from a replacement. */
export function DocumentFile({
  uploadLimitBytes,
  label = 'File',
  required = false,
  several,
}: {
  uploadLimitBytes: number
  label?: string
  required?: boolean
  several?: ComponentProps<typeof FileField>['several']
}) {
  return (
    <FileField
      name="file"
      label={label}
      required={required}
      accept={acceptedEndings}
      hint={`PDF, Office, images or text, up to ${Math.floor(uploadLimitBytes / 1_048_576)} MB${several ? ' each' : ''}`}
      {...(several && { several })}
    />
  )
}
