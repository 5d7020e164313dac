import { defaultAccountCodes } from './account-codes.ts'
import type { Company } from './company.ts'
import { defaultReminderDays } from './reminder-days.ts'

/** The .example addresses and a phone number of zeros reach no one. */
export const demoCompany: Company = {
  name: 'Msingi Property Group',
  accountCodes: defaultAccountCodes,
  reminders: defaultReminderDays,
  registrationNumber: 'PVT-2Q8K71',
  taxPin: 'P051234567X',
  register: 'Business Registration Service, Kenya',
  registerUrl: 'https://brs.go.ke',
  regulator: 'Estate Agents Registration Board, Kenya',
  licence: 'EARB/DEMO/0001',
  licenceUrl: 'https://earb.example',
  auditors: 'Example and Partners, Nairobi',
  bank: 'Example Bank Kenya, Westlands',
  brand: 'Msingi',
  foundedYear: 2020,
  headline: 'Own what East Africa builds next.',
  tagline:
    'Real estate investment across Kenya and Somalia, from $5,000, with a guide at every step.',
  motto: 'Msingi means foundation.',
  blurb:
    'Msingi Property Group builds homes and shops in Kenya and Somalia, and shares the ownership with the people who fund them.',
  about:
    'Msingi is Swahili for foundation. Since 2020 we have bought land, built on it and shared the ownership with people who live here and people who send money home. Our offices are in Nairobi and Mogadishu, close to every site.',
  riskWarning:
    'Property can lose value as well as gain it, and shares in a building are not quick to sell. Invest only what you can leave invested until completion.',
  contactEmail: 'hello@msingi.example',
  supportEmail: 'support@msingi.example',
  phone: '+254 20 000 0000',
  phoneRegion: 'KE',
  whatsapp: '254200000000',
  offices: [
    { city: 'Nairobi', address: 'Muthaiga Road, Nairobi, Kenya' },
    { city: 'Mogadishu', address: 'Hodan District, Mogadishu, Somalia' },
  ],
  hours: [
    { days: 'Mon-Fri', open: '9:00-5:00' },
    { days: 'Sat', open: '10:00-2:00' },
    { days: 'Sun', open: 'closed' },
  ],
  answerTime: 'within one working day',
  social: { linkedin: null, twitter: null, instagram: null },
  figures: { properties: '50+', invested: '$10M+', satisfaction: '98%' },
  testimonials: [
    {
      quote:
        'They walked me through every document before I paid a dollar. That is why I came back for a second unit.',
      signedBy: 'Investor, Nairobi',
    },
    {
      quote:
        'I live in Minneapolis and my money is in Mogadishu. I can see each payment and each photograph from the site.',
      signedBy: 'Investor, diaspora',
    },
    {
      quote:
        'The price was the price. No fee appeared later, and the dates they gave me were the dates.',
      signedBy: 'Investor, Mogadishu',
    },
    {
      quote: 'I started with a quarter of a shop. It was an amount I could explain to my family.',
      signedBy: 'Shop co-owner, Hodan',
    },
    {
      quote:
        'When building slowed they called me first, told me why, and sent a new plan the same week.',
      signedBy: 'Apartment owner, Muthaiga',
    },
  ],
}
