import { expect, test } from 'vitest'
import { namesAlike } from './names.ts'
import { numbersAgree } from './payer-numbers.ts'

test('BANK-034 names are compared in any order and spelling, and with masks', () => {
  for (const [left, right] of [
    ['MERCY **** ACHIENG', 'Mercy Atieno Achieng'],
    ['Xasan Cabdi', 'Hassan Abdi'],
    ['Maxamed Nuux', 'Mohamed Nuh'],
    ['WARSAME HODAN', 'Hodan Cilmi Warsame'],
    ['Fatima Nor', 'Fatuma Noor'],
    ['Yussuf Abdy', 'Yusuf Abdi'],
  ] as const)
    expect(namesAlike(left, right), `${left} ${right}`).toBeGreaterThan(0.75)
  for (const [left, right] of [
    ['Grace Wanjiru', 'Fatuma Noor'],
    ['Kevin Omondi', 'Hodan Warsame'],
    ['', 'Grace'],
  ] as const)
    expect(namesAlike(left, right)).toBeLessThan(0.5)
})

test('BANK-574 two equal consonants do not make names of other letters alike', () => {
  expect(namesAlike('MUTUA', 'Mohamed')).toBeLessThan(0.5)
  expect(namesAlike('PETER MUTUA', 'Mohamed Farah')).toBeLessThan(0.5)
  for (const [left, right] of [
    ['Maxamed', 'Mohamed'],
    ['Moussa', 'Muse'],
    ['Nuur', 'Noor'],
  ] as const)
    expect(namesAlike(left, right), `${left} ${right}`).toBeGreaterThan(0.75)
})

test('BANK-035 phones are compared by the digits that a mask shows', () => {
  for (const [left, right] of [
    ['25472****118', '+254 722 000 118'],
    ['07****118', '254722000118'],
    ['2547 ***** 118', '0722000118'],
    ['25472****118', '07****118'],
    ['011****027', '+254110000027'],
  ] as const)
    expect(numbersAgree(left, right), `${left} ${right}`).toBe(true)
  for (const [left, right] of [
    ['25472****118', '254711000118'],
    ['25472****118', '254722000119'],
    ['999001', '999002'],
    ['999001', '254711999001'],
  ] as const)
    expect(numbersAgree(left, right), `${left} ${right}`).toBe(false)
})
