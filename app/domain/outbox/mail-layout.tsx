import { createContext, Fragment, type ReactNode, useContext } from 'react'
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Img,
  Preview,
  Section,
  Text,
} from 'react-email'

type MailLayoutProps = { company: string; preview: string; title: string; children: ReactNode }

const ink = '#14211B'
const muted = '#4B5A52'
const forest = '#0F3D2E'

/** Dark mode must override every colour that is set inline on an element. */
const inTheDark = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .mail-ground, .mail-ground td { background-color: #0F1613 !important; }
  .mail-card { background-color: #19211D !important; }
  .mail-card td { background-color: transparent !important; }
  .mail-ink { color: #EEF0EA !important; }
  .mail-muted { color: #AFB6AE !important; }
  .mail-button { background-color: #9CCBAA !important; color: #08190F !important; }
}`

const face = 'Inter, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'

/** The address of the email's logo; null without one. */
export const LogoOfMail = createContext<string | null>(null)

function Logo() {
  const src = useContext(LogoOfMail)
  if (src === null) return null
  return <Img src={src} alt="" width={40} height={40} style={{ marginBottom: 10 }} />
}

/** The frame of every email: one column without remote pictures. */
export function MailLayout({ company, preview, title, children }: MailLayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{inTheDark}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="mail-ground"
        style={{ margin: 0, padding: '24px 12px', backgroundColor: '#F6F1E7', fontFamily: face }}
      >
        <Container
          className="mail-card"
          style={{
            maxWidth: 560,
            padding: '32px 28px',
            backgroundColor: '#FFFFFF',
            borderRadius: 10,
          }}
        >
          <Logo />
          <Text className="mail-muted" style={{ margin: 0, color: muted, fontSize: 14 }}>
            {company}
          </Text>
          <Heading
            as="h1"
            className="mail-ink"
            style={{
              margin: '12px 0 20px',
              color: ink,
              fontFamily: 'Georgia, serif',
              fontWeight: 400,
              fontSize: 26,
              lineHeight: '32px',
            }}
          >
            {title}
          </Heading>
          {children}
        </Container>
      </Body>
    </Html>
  )
}

export function MailText({ children }: { children: ReactNode }) {
  return (
    <Text
      className="mail-ink"
      style={{ margin: '0 0 14px', color: ink, fontSize: 16, lineHeight: '25px' }}
    >
      {children}
    </Text>
  )
}

/** Text with its line breaks. */
export function MailLines({ text }: { text: string }) {
  return text.split('\n').map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places.
    <Fragment key={place}>
      {place > 0 && <br />}
      {line}
    </Fragment>
  ))
}

/** The main action as a button, with its address in full for programs without buttons. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '22px 0' }}>
      <Button
        href={href}
        className="mail-button"
        style={{
          padding: '13px 20px',
          backgroundColor: forest,
          color: '#FBFAF5',
          borderRadius: 8,
          fontSize: 16,
          fontWeight: 600,
        }}
      >
        {children}
      </Button>
      <Text
        className="mail-muted"
        style={{
          margin: '12px 0 0',
          color: muted,
          fontSize: 13,
          lineHeight: '19px',
          wordBreak: 'break-all',
        }}
      >
        {href}
      </Text>
    </Section>
  )
}

/** A row of a small table of facts. */
export function MailFact({ label, value }: { label: string; value: string }) {
  return (
    <Text
      className="mail-ink"
      style={{ margin: '0 0 6px', color: ink, fontSize: 15, lineHeight: '22px' }}
    >
      <span className="mail-muted" style={{ color: muted }}>
        {label}:{' '}
      </span>
      <strong>{value}</strong>
    </Text>
  )
}
