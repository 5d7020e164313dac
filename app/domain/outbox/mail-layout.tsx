import type { ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Html, Preview, Section, Text } from 'react-email'

type MailLayoutProps = { company: string; preview: string; title: string; children: ReactNode }

const ink = '#14211B'
const muted = '#4B5A52'
const forest = '#0F3D2E'
const face = 'Inter, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'

/** The frame of every mail: one column, no remote pictures, readable where a mail program turns colours around. */
export function MailLayout({ company, preview, title, children }: MailLayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ margin: 0, padding: '24px 12px', backgroundColor: '#F6F1E7', fontFamily: face }}>
        <Container style={{ maxWidth: 560, padding: '32px 28px', backgroundColor: '#FFFFFF', borderRadius: 10 }}>
          <Text style={{ margin: 0, color: muted, fontSize: 14 }}>{company}</Text>
          <Heading
            as="h1"
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

/** A paragraph. */
export function MailText({ children }: { children: ReactNode }) {
  return <Text style={{ margin: '0 0 14px', color: ink, fontSize: 16, lineHeight: '25px' }}>{children}</Text>
}

/** The one thing to do, with the address in full below it for programs that show no buttons. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '22px 0' }}>
      <Button
        href={href}
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
      <Text style={{ margin: '12px 0 0', color: muted, fontSize: 13, lineHeight: '19px', wordBreak: 'break-all' }}>
        {href}
      </Text>
    </Section>
  )
}

/** A line of a small table of facts. */
export function MailFact({ label, value }: { label: string; value: string }) {
  return (
    <Text style={{ margin: '0 0 6px', color: ink, fontSize: 15, lineHeight: '22px' }}>
      <span style={{ color: muted }}>{label}: </span>
      <strong>{value}</strong>
    </Text>
  )
}
