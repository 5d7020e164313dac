export const recipientRefusals = {
  nobody: { errors: { recipients: 'No investors in this group.' } },
  'recipients-unknown': { errors: { recipients: 'Choose who should receive it' } },
  'investor-missing': { errors: { investorId: 'Choose the investor it is for.' } },
  'investor-unknown': {
    errors: { investorId: 'This investor is no longer available. Choose another.' },
  },
}
