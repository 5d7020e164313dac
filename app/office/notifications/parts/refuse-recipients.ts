/** Why a message to these recipients was not sent or changed. */
export type RecipientsRefused =
  | 'nobody'
  | 'recipients-unknown'
  | 'investor-missing'
  | 'investor-unknown'

const sentences = {
  nobody: { recipients: 'No investors in this group.' },
  'recipients-unknown': { recipients: 'Choose who should receive it' },
  'investor-missing': { investorId: 'Choose the investor it is for.' },
  'investor-unknown': { investorId: 'This investor is no longer available. Choose another.' },
} satisfies Record<RecipientsRefused, Record<string, string>>

/** The sentence beside the field it is about. */
export function errorsOfRecipients(refused: RecipientsRefused): Record<string, string> {
  return sentences[refused]
}
