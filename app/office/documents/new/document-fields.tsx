import { useState } from 'react'
import { documentTypeLabels, documentTypes } from '../../../domain/documents/document.ts'
import { acceptedEndings } from '../../../domain/documents/document-file.ts'
import type { ProjectChoice } from '../../../domain/notifications/audience.server.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import { useScript } from '../../../ui/use-script.ts'
import { counted } from '../../../values/counted.ts'
import type { FormReply } from '../../../values/form.ts'
import type { Choice } from '../../parts/choice.ts'
import { PartyPicker } from '../../parts/party-picker.tsx'

type Props = {
  projects: readonly ProjectChoice[]
  investors: Choice[]
  uploadLimitBytes: number
  reply: FormReply | undefined
}

/** What the form asks for, and in plain words who will see the document (W-32). */
export function DocumentFields({ projects, investors, uploadLimitBytes, reply }: Props) {
  const scripted = useScript()
  const [type, setType] = useState(reply?.values.documentType ?? 'legal')
  const [projectId, setProjectId] = useState(reply?.values.projectId ?? '')
  const [chosen, setChosen] = useState(reply?.values.audience)
  const project = projects.find(({ id }) => id === projectId)
  const audience = chosen ?? (type === 'tax' ? 'investor' : 'project')
  const asksForTax = type === 'tax' && audience === 'project' && project !== undefined
  return (
    <FieldGrid>
      <TextField name="title" label="Title" required span="full" autoComplete="off" />
      <SelectField name="documentType" label="Type" required defaultValue="legal" onValueChange={setType}>
        {documentTypes.map((one) => (
          <option key={one} value={one}>
            {documentTypeLabels[one]}
          </option>
        ))}
      </SelectField>
      <SelectField name="projectId" label="Project" onValueChange={setProjectId}>
        <option value="">No Project</option>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        key={chosen === undefined ? audience : 'chosen'}
        name="audience"
        label="Who can see it"
        span="full"
        defaultValue={audience}
        onValueChange={setChosen}
        hint={<WhoSees audience={audience} project={project} scripted={scripted} />}
      >
        <option value="project">{scripted && !project ? 'Administrators only' : 'Investors of the project'}</option>
        <option value="investor">One investor</option>
      </SelectField>
      {(asksForTax || (reply?.errors.audience !== undefined && !scripted)) && (
        <CheckboxField name="sharedTax" label="This tax document is for all investors of the project" />
      )}
      {(audience === 'investor' || !scripted) && (
        <PartyPicker name="investorId" label="Investor" of="investor" first={investors} />
      )}
      <TextareaField name="description" label="Description" optional span="full" rows={2} />
      <FileField
        name="file"
        label="File"
        required
        accept={acceptedEndings}
        hint={`PDF, Office, images or text, up to ${Math.floor(uploadLimitBytes / 1_048_576)} MB`}
      />
    </FieldGrid>
  )
}

function WhoSees({
  audience,
  project,
  scripted,
}: {
  audience: string
  project: ProjectChoice | undefined
  scripted: boolean
}) {
  if (!scripted) return 'Without a project and an investor, only administrators can see it'
  if (audience === 'investor') return 'Nobody else can see it'
  if (!project) return 'Without a project, only administrators can see it'
  return `${counted(project.investors, 'investor')} of ${project.name}`
}
