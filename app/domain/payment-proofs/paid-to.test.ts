import { expect, test } from 'vitest'
import { readPaymentMessage } from '../bank-statements/payment-message.ts'
import { otherPayee, type Payees } from './paid-to.ts'

const payees: Payees = {
  names: ['Msingi Property Group', 'Msingi Developers Ltd'],
  accounts: [
    { name: 'M-Pesa', number: '600966' },
    { name: 'Equity USD', number: '0990200000001' },
    { name: 'Wallet', number: '252610000301' },
  ],
  references: ['MS7K2Q4'],
}

function payeeOf(party: string, verb = 'sent to', known = payees) {
  const message = readPaymentMessage(
    `UK2DKNV1EO Confirmed. Ksh2,500.00 ${verb} ${party} on 2/11/26 at 8:15 AM New M-PESA balance is Ksh1.00.`,
  )
  if ('problem' in message) throw new Error(message.problem)
  return otherPayee(message, known)
}

test.each([
  ['the company', 'MSINGI PROPERTY GROUP for account MS7K2Q4'],
  ['a shortened name', 'MSINGI PROP for account Fatuma'],
  ['the registered name', 'DEVELOPERS MSINGI LTD for account x'],
  ['the paybill of a bank with the number of an account', 'KCB Paybill for account 0990200000001'],
  ['the bank of an account', 'Equity Paybill Account for account Fatuma Noor'],
  ['another name with the own reference', 'ACME COLLECTIONS for account 441211#ms7k2q4'],
  ['a wallet', 'HODAN ALI 0252610000301'],
])('BANK-461 a message may be a payment to us: %s', (_, party) => {
  expect(payeeOf(party)).toBeNull()
})

test.each([
  ['KPLC PREPAID for account 14141414141', 'KPLC PREPAID'],
  ['Equity Limited Other for account 1', null],
  ['JOHN KAMAU 0722000118', 'JOHN KAMAU'],
  ['SAFARICOM DATA BUNDLES for account SAFARICOM DATA BUNDLES', 'SAFARICOM DATA BUNDLES'],
  ['ACME PROPERTY GROUP for account MT9W3X7', 'ACME PROPERTY GROUP'],
  ['NAIVAS SUPERMARKET.', 'NAIVAS SUPERMARKET'],
])('BANK-461 %s is paid to %s', (party, payee) => {
  expect(payeeOf(party, party.includes('.') ? 'paid to' : 'sent to')).toBe(payee)
})

test('BANK-461 a company of common words is known by all of them', () => {
  const plainlyNamed = { ...payees, names: ['Property Group Kenya'] }
  expect(payeeOf('PROPERTY GROUP for account x', 'sent to', plainlyNamed)).toBeNull()
})

test.each([
  ['KPLC PREPAID for account 1', 'KPLC PREPAID'],
  ['JOHN KAMAU 0722000118', 'JOHN KAMAU'],
  ['MSINGI PROPERTY GROUP for account 1', null],
  ['MSINGI TRADERS for account 1', null],
  ['Equity Paybill Account for account 441211#MS7K2Q4', null],
])(
  'BANK-570 a company without an account is known by its name and references: %s',
  (party, payee) => {
    expect(payeeOf(party, 'sent to', { ...payees, accounts: [] })).toBe(payee)
  },
)

const evc = (party: string) =>
  `[-EVCPlus-] $500 ayaad uwareejisay ${party}, Tar: 02/11/26 08:15:00, Haraagaagu waa $2.`

test.each([
  [evc('ABDI XASAN(610000999)'), 'ABDI XASAN'],
  [evc('(610000999)'), '610000999'],
  [evc('ABDI XASAN(610000301)'), null],
  [evc('MSINGI PROPERTY(610000999)'), null],
])(
  'BANK-530 a wallet message is compared with every account, also without a wallet: %s',
  (text, payee) => {
    const message = readPaymentMessage(text)
    if ('problem' in message) throw new Error(message.problem)
    expect(otherPayee(message, payees)).toBe(payee)
    const accounts = payees.accounts.filter(({ name }) => name !== 'Wallet')
    const withoutWallet = { ...payees, accounts }
    const named = text.includes('MSINGI') ? null : (payee ?? 'ABDI XASAN')
    expect(otherPayee(message, withoutWallet)).toBe(named)
  },
)
