import { fileRefusalSentences, refuseFile } from '../../../../domain/documents/document-file.ts'
import type { StoredUpload } from '../../../../domain/documents/stored-file.server.ts'
import { findMyInvestment } from '../../../../domain/investments/portfolio.server.ts'
import {
  type ProofInput,
  type ProofSubmitted,
  submitProof,
} from '../../../../domain/payment-proofs/submit-proof.server.ts'
import { type ActionArgs, formAction } from '../../../../platform/http/form-action.server.ts'
import type { ReceivedForm } from '../../../../platform/http/upload.server.ts'
import {
  type Context,
  investorCommand,
  investorQuery,
  notFound,
} from '../../../../platform/session/session.server.ts'
import { formatCurrency } from '../../../../values/exchange-rate.ts'
import { type ParsedForm, refuseForm } from '../../../../values/form.ts'
import { isId } from '../../../../values/id.ts'
import { longestMessage, longestNote, slipLimitBytes } from './proof-limits.ts'

/** Handles the form "I have paid", then leads back to the investment. */
export function receiveProof(args: ActionArgs, investmentId: string, to: string) {
  const { context } = args
  return formAction(args, {
    guard: () => requireOwnInvestment(context, investmentId),
    limitBytes: () => slipLimitBytes,
    parse: (form, _, received) => readProof(form, received),
    run: ({ value, received }) => keepProof(context, received, { investmentId, proof: value }),
    refusals: {
      message: ({ problem }) => ({ errors: { message: problem } }),
      'other-payee': ({ payee }) => ({
        errors: {
          message: `This message says that you paid ${payee}, which is not one of our accounts. Paste the message of your payment to us, or choose the slip.`,
        },
      }),
      'nothing-sent': {
        errors: { message: 'Paste the message, or choose a picture of the slip.' },
      },
      'already-submitted': { errors: { message: 'You have already sent in this message.' } },
      'other-amount': ({ code, minor, currency }) => ({
        errors: {
          message: `You have already sent in ${code}, with ${formatCurrency(minor, currency)}. Check the amount; if that message was wrong, withdraw it first.`,
        },
      }),
      'in-the-future': { errors: { message: 'This message is dated in the future.' } },
      closed: 'This investment no longer takes payments. Write to us if you paid for it.',
      'too-many':
        'We are still checking twenty of your messages. Write to us if something is urgent.',
    },
    done: () => ({
      to,
      toast: {
        kind: 'success',
        title: 'Sent to us',
        text: 'Your investment shows when we have found the money.',
      },
    }),
    failed: 'This was not sent',
  })
}

/** A 404 for an investment of someone else, before the file is received. */
async function requireOwnInvestment(context: Context, investmentId: string) {
  const investment = await investorQuery(
    context,
    async (investor) => (isId(investmentId) ? findMyInvestment(investor, investmentId) : null),
    'page',
  )
  if (!investment) throw notFound()
}

const textIn = (form: FormData, name: string) => String(form.get(name) ?? '').trim() || null

function readProof(form: FormData, received: ReceivedForm): ParsedForm<ProofInput> {
  const errors: Record<string, string> = {}
  const [message, note] = [textIn(form, 'message'), textIn(form, 'note')]
  if ((message?.length ?? 0) > longestMessage)
    errors.message = `Keep it to ${longestMessage} characters: one message is enough.`
  if ((note?.length ?? 0) > longestNote) errors.note = `Keep it to ${longestNote} characters.`
  const file = received.uploads.get('file') ?? null
  const why = received.tooLarge.has('file')
    ? 'This file is larger than 10 MB. Choose a smaller one.'
    : file && refusalOf(file)
  if (why) errors.file = why
  if (Object.keys(errors).length > 0) return { ok: false, reply: refuseForm(form, { errors }) }
  return { ok: true, value: { message, note, file } }
}

/** Slips are pictures and PDFs; of other files none is a slip. */
function refusalOf(file: StoredUpload): string | null {
  const isSlip = file.mediaType === 'application/pdf' || file.mediaType?.startsWith('image/')
  if (!isSlip) return 'Choose a picture or a PDF of the slip.'
  const because = refuseFile(file)
  return because && fileRefusalSentences[because]
}

type Sent = { investmentId: string; proof: ProofInput }

/** The file is deleted after a refusal, and stays after a fault, which may come after the commit. */
async function keepProof(
  context: Context,
  { uploads }: ReceivedForm,
  { investmentId, proof }: Sent,
): Promise<ProofSubmitted> {
  try {
    const kept = await investorCommand(context, (investor) =>
      submitProof(investor, investmentId, proof),
    )
    if (!('refused' in kept)) uploads.delete('file')
    return kept
  } catch (fault) {
    uploads.delete('file')
    throw fault
  }
}
