import { renderSVG } from 'uqr'
import { config } from '../../platform/config.server.ts'
import type { PdfFrame } from '../../values/pdf-sheet.ts'
import { shownWhatsapp } from '../company/company.server.ts'
import type { Company } from '../company/company.ts'

type OwnPart = Pick<
  PdfFrame,
  'title' | 'label' | 'name' | 'code' | 'fingerprint' | 'stamp' | 'issuedAt'
>

/** The parts all issued documents share: issuer and verification. */
export function pdfFrame(company: Company, sheet: OwnPart): PdfFrame {
  const { phone, whatsapp } = company
  const reach = [
    company.supportEmail,
    phone,
    whatsapp && `WhatsApp ${shownWhatsapp({ phone, whatsapp })}`,
  ]
    .filter(Boolean)
    .join(', ')
  const hours = company.hours.map(({ days, open }) => `${days} ${open}`).join(', ')
  const answered = [hours, company.answerTime && `We answer ${company.answerTime}`]
    .filter(Boolean)
    .join('. ')
  const offices = company.offices.map(({ address }) => address).join('. ')
  const registered = [
    company.registrationNumber && `Company no. ${company.registrationNumber}`,
    company.taxPin && `PIN ${company.taxPin}`,
  ]
  const name = [company.name, ...registered].filter(Boolean).join(', ')
  const contact = [name, offices, reach, answered].filter(Boolean)
  const verify = {
    page: `${config.origin.replace(/^https?:\/\//, '')}/verify`,
    address: `${config.origin}/verify/${sheet.code}`,
  }
  return { ...sheet, issuer: { name: company.name, brand: company.brand, contact }, verify }
}

/** The document's QR code as a data address; empty for one without a code. */
export function verificationQrCode({ verify }: PdfFrame): string {
  if (!verify) return ''
  return `data:image/svg+xml;base64,${Buffer.from(renderSVG(verify.address, { border: 0 })).toString('base64')}`
}
