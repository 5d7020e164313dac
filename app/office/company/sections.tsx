import { accountNames } from '../../domain/company/account-codes.ts'
import { type CompanyFields, rowCount } from '../../domain/company/company-fields.ts'
import { FieldGrid } from '../../ui/fields/field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { TextareaField } from '../../ui/fields/textarea-field.tsx'
import { labelOf } from './labels.ts'
import { RowList } from './row-list.tsx'
import { Setting } from './setting.tsx'

type Props = { fields: CompanyFields }

function setting(fields: CompanyFields, name: string) {
  return { name, label: labelOf(name), defaultValue: fields[name], autoComplete: 'off' }
}

function note(fields: CompanyFields, name: string) {
  return { name, label: labelOf(name), defaultValue: fields[name], span: 'full' as const }
}

export function Names({ fields }: Props) {
  return (
    <Setting id="company" lead="On every page, receipt and email.">
      <FieldGrid>
        <TextField {...setting(fields, 'name')} required hint="The registered name" />
        <TextField {...setting(fields, 'brand')} required hint="The everyday name" />
        <TextField
          {...setting(fields, 'registrationNumber')}
          optional
          hint="On receipts and statements"
        />
        <TextField
          {...setting(fields, 'taxPin')}
          optional
          hint="The KRA PIN, on receipts and statements"
        />
        <TextField {...setting(fields, 'foundedYear')} optional inputMode="numeric" />
        <TextField {...setting(fields, 'motto')} optional hint="The large line in the footer" />
        <TextareaField {...note(fields, 'blurb')} optional />
        <TextareaField
          {...note(fields, 'riskWarning')}
          required
          hint="Small print at the bottom of every page"
        />
      </FieldGrid>
    </Setting>
  )
}

export function Checks({ fields }: Props) {
  const address = { inputMode: 'url', spellCheck: false, autoCapitalize: 'none' } as const
  return (
    <Setting
      id="checks"
      lead="On the public page How to check us, with the registration number, tax PIN, directors and offices. Anything empty is left out."
    >
      <FieldGrid>
        <TextField
          {...setting(fields, 'register')}
          optional
          placeholder="Business Registration Service, Kenya"
          hint="Where the registration number can be looked up"
        />
        <TextField {...setting(fields, 'registerUrl')} {...address} optional />
        <TextField
          {...setting(fields, 'regulator')}
          optional
          hint="Only if you are licensed, such as by the Estate Agents Registration Board"
        />
        <TextField {...setting(fields, 'licence')} optional />
        <TextField {...setting(fields, 'licenceUrl')} {...address} optional span="full" />
        <TextField {...setting(fields, 'auditors')} optional />
        <TextField
          {...setting(fields, 'bank')}
          optional
          hint="The bank and branch of the company"
        />
      </FieldGrid>
    </Setting>
  )
}

export function Landing({ fields }: Props) {
  return (
    <Setting id="landing" lead="The top of the landing page and About us.">
      <FieldGrid>
        <TextField
          {...setting(fields, 'headline')}
          optional
          span="full"
          hint="At most eight words"
        />
        <TextareaField
          {...note(fields, 'tagline')}
          optional
          rows={2}
          hint="The sentence under the headline"
        />
        <TextareaField {...note(fields, 'about')} optional rows={4} />
      </FieldGrid>
    </Setting>
  )
}

export function Contacts({ fields }: Props) {
  return (
    <Setting id="contacts" lead="Contact page, footer, emails and the WhatsApp button.">
      <FieldGrid>
        <TextField {...setting(fields, 'contactEmail')} optional type="email" spellCheck={false} />
        <TextField {...setting(fields, 'supportEmail')} optional type="email" spellCheck={false} />
        <TextField {...setting(fields, 'phone')} optional type="tel" hint="As shown to visitors" />
        <TextField
          {...setting(fields, 'whatsapp')}
          optional
          type="tel"
          hint="With country code. The chat button uses it."
        />
        <TextField
          {...setting(fields, 'answerTime')}
          optional
          placeholder="within one working day"
          hint="How fast you answer, for investors"
        />
        <TextField
          {...setting(fields, 'phoneRegion')}
          required
          hint="Two letters, such as KE, for numbers without a country code"
        />
      </FieldGrid>
    </Setting>
  )
}

export function OfficesAndHours({ fields, path }: Props & { path: string }) {
  return (
    <Setting id="offices" lead="Opening hours are shown in East Africa Time.">
      <RowList list="offices" noun="Office" count={rowCount(fields, 'offices')} path={path}>
        {(under) => (
          <FieldGrid>
            <TextField
              name={`${under}city`}
              label="City"
              required
              defaultValue={fields[`${under}city`]}
            />
            <TextField
              name={`${under}address`}
              label="Address"
              required
              defaultValue={fields[`${under}address`]}
            />
          </FieldGrid>
        )}
      </RowList>
      <RowList list="hours" noun="Opening hours" count={rowCount(fields, 'hours')} path={path}>
        {(under) => (
          <FieldGrid>
            <TextField
              name={`${under}days`}
              label="Days"
              required
              span="half"
              placeholder="Mon-Fri"
              defaultValue={fields[`${under}days`]}
            />
            <TextField
              name={`${under}open`}
              label="Hours"
              required
              span="half"
              placeholder="9:00-5:00"
              defaultValue={fields[`${under}open`]}
            />
          </FieldGrid>
        )}
      </RowList>
    </Setting>
  )
}

export function SocialLinks({ fields }: Props) {
  return (
    <Setting id="social" lead="Without an address the icon is shown without a link.">
      {['social.linkedin', 'social.twitter', 'social.instagram'].map((name) => (
        <TextField
          key={name}
          {...setting(fields, name)}
          optional
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          hint={fields[name] ? undefined : 'Not set'}
        />
      ))}
    </Setting>
  )
}

export function Figures({ fields }: Props) {
  return (
    <Setting id="figures" lead="Only figures you can prove. Fill in all three or none.">
      <FieldGrid columns={3}>
        {['figures.properties', 'figures.invested', 'figures.satisfaction'].map((name) => (
          <TextField key={name} {...setting(fields, name)} span="half" />
        ))}
      </FieldGrid>
    </Setting>
  )
}

export function Testimonials({ fields, path }: Props & { path: string }) {
  return (
    <Setting
      id="testimonials"
      lead="Real quotes, signed by role and place, like Investor, Nairobi. A demo marks them as samples."
    >
      <RowList
        list="testimonials"
        noun="Testimonial"
        count={rowCount(fields, 'testimonials')}
        path={path}
      >
        {(under) => (
          <div className="grid gap-4">
            <TextareaField
              name={`${under}quote`}
              label="Quote"
              required
              defaultValue={fields[`${under}quote`]}
            />
            <TextField
              name={`${under}signedBy`}
              label="Signed by"
              required
              defaultValue={fields[`${under}signedBy`]}
            />
          </div>
        )}
      </RowList>
    </Setting>
  )
}

const codeHints: Readonly<Record<string, string>> = {
  accounts: 'For those without their own code',
  cash: 'Payments without a payment account, and distributions',
  refunds: 'May be the code of investors’ funds',
}

export function Reminders({ fields }: Props) {
  return (
    <Setting
      id="reminders"
      lead="Emails to investors about payments that are due. Leave both empty to send none."
    >
      <FieldGrid>
        <TextField
          {...setting(fields, 'reminders.before')}
          optional
          span="half"
          inputMode="text"
          hint="Such as 7, 1, 0. 0 is the due day."
        />
        <TextField
          {...setting(fields, 'reminders.after')}
          optional
          span="half"
          inputMode="text"
          hint="Such as 7"
        />
      </FieldGrid>
    </Setting>
  )
}

export function AccountCodes({ fields }: Props) {
  return (
    <Setting id="codes" lead="For the journal of payments. An empty code uses the default.">
      <FieldGrid>
        {accountNames.map((name) => (
          <TextField
            key={name}
            {...setting(fields, `accountCodes.${name}`)}
            optional
            span="half"
            spellCheck={false}
            hint={codeHints[name]}
          />
        ))}
      </FieldGrid>
    </Setting>
  )
}
