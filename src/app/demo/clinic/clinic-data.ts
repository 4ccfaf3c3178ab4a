import type { Locale } from '#/locales/locales.ts'

/**
 * An invented hospital's outpatient clinics on both sides of the ocean. Names are put together from lists of common ones,
 * telephone numbers are fictitious or reserved for fiction (+1 … 555-01xx), mail addresses are of example.com.
 */
export const clinic = {
  displayName: 'Poliklinieken Amstelhof',
  branch: 'Ziekenhuizen',
  defaultLocale: 'nl',
  phoneNumber: '+31201230300',
  staffCount: 40,
  /** Each with as many appointments on every day: two thousand together. */
  locations: [
    place('amstelhof', 'Amstelhof, hoofdgebouw', 'Europe/Amsterdam', 420),
    place('amstelhof-oost', 'Amstelhof Oost', 'Europe/Amsterdam', 320),
    place('amstelveen', 'Polikliniek Amstelveen', 'Europe/Amsterdam', 240),
    place('purmerend', 'Polikliniek Purmerend', 'Europe/Amsterdam', 180),
    place('hoofddorp', 'Polikliniek Hoofddorp', 'Europe/Amsterdam', 140),
    place('zaandam', 'Polikliniek Zaandam', 'Europe/Amsterdam', 110),
    place('dagcentrum', 'Dagcentrum Weesperplein', 'Europe/Amsterdam', 90),
    place('oogzorg', 'Oogzorg Plantage', 'Europe/Amsterdam', 60),
    place('willemstad', 'Polikliniek Willemstad', 'America/Curacao', 180),
    place('otrobanda', 'Polikliniek Otrobanda', 'America/Curacao', 100),
    place('new-york', 'New York, East 34th Street', 'America/New_York', 90),
    place('brooklyn', 'Brooklyn, Court Street', 'America/New_York', 70),
  ],
} as const

export type ClinicPlace = ReturnType<typeof place>

function place(id: string, name: string, timezone: ClinicZone, perDay: number) {
  return { id, name, timezone, perDay }
}

export type ClinicZone = 'Europe/Amsterdam' | 'America/Curacao' | 'America/New_York'

/** Dutch and English name, minutes, colour; none is told in messages. */
export const clinicTypes = [
  ['Controle cardiologie', 'Cardiology check-up', 20, '#C0392B'],
  ['Eerste bezoek cardiologie', 'Cardiology first visit', 40, '#922B21'],
  ['Hartfilmpje (ECG)', 'Electrocardiogram (ECG)', 10, '#E67E22'],
  ['Echo van het hart', 'Heart ultrasound', 30, '#D35400'],
  ['Longfunctie', 'Lung function test', 30, '#B7950B'],
  ['Controle longziekten', 'Respiratory check-up', 20, '#7D6608'],
  ['Diabetesspreekuur', 'Diabetes clinic', 20, '#27AE60'],
  ['Interne geneeskunde', 'Internal medicine', 30, '#1E8449'],
  ['Bloedafname', 'Blood test', 10, '#117864'],
  ['Oogcontrole', 'Eye check-up', 15, '#148F77'],
  ['Staaroperatie, nacontrole', 'Cataract surgery, follow-up', 15, '#2E86C1'],
  ['Orthopedie', 'Orthopaedics', 20, '#1F618D'],
  ['Gipskamer', 'Plaster room', 20, '#154360'],
  ['Fysiotherapie', 'Physiotherapy', 30, '#5B2C6F'],
  ['Dermatologie', 'Dermatology', 15, '#8E44AD'],
  ['Gynaecologie', 'Gynaecology', 20, '#AF7AC5'],
  ['Zwangerschapsecho', 'Pregnancy ultrasound', 30, '#D81B60'],
  ['Kindergeneeskunde', 'Paediatrics', 20, '#AD1457'],
  ['Neurologie', 'Neurology', 30, '#5D6D7E'],
  ['Telefonisch consult', 'Telephone consultation', 10, '#2C3E50'],
] as const

/** Who comes where: names, languages with their share of ten, and the numbers their telephones have. */
export const clinicPeople: Readonly<Record<ClinicZone, PeopleOfZone>> = {
  'Europe/Amsterdam': {
    count: 9_000,
    first:
      words(`Noor Daan Emma Sem Julia Lucas Mila Levi Tess Finn Sophie Bram Zoë Thijs Anna Jesse Lotte Ruben Eva Jan
      Saar Pieter Fleur Kees Maria Willem Hanna Johan Roos Gerrit Fatima Mohammed Aylin Mehmet Samira Youssef Naomi Winston
      Priya Ravi Wei Mei Agnieszka Piotr Amina Ibrahim Oksana Andriy Truus Cornelis`),
    last: lines(`Jansen, de Vries, Bakker, Visser, Smit, Meijer, de Boer, Mulder, de Groot, Bos, Vos, Peters, Hendriks,
      van Leeuwen, Dekker, Brouwer, de Wit, Dijkstra, Smits, de Graaf, van der Meer, van der Linden, Kok, Jacobs, de Haan,
      Vermeulen, van den Heuvel, van der Veen, van den Broek, de Bruijn, Schouten, van Beek, Willems, van Vliet, Hoekstra,
      Maas, Verhoeven, Koster, van Dam, Prins, Blom, Huisman, Peeters, de Jong, Kuipers, van Veen, Post, Kuiper, Veenstra,
      Kramer, van den Brink, Scholten, van Wijk, Postma, Martens, Vink, de Ruiter, Timmermans, Groen, Gerritsen, Jonker,
      van Loon, Boer, van der Velde, Willemsen, Smeets, de Lange, de Vos, Bosch, van Dongen, Schipper, de Koning, Koning,
      El Amrani, Yılmaz, Kaya, Demir, Bouali, Öztürk, Benali, Pinas, Ramdin, Kartosen, Wong, Chen, Nowak, Kowalski, Hassan,
      Ahmed, Shevchenko, Doğan, Haddad, Singh, Pengel, Lie, Zieliński, Arslan, Idrissi, Biharie, Tjon`),
    locales: ['nl', 'nl', 'nl', 'nl', 'nl', 'nl', 'en', 'tr', 'ar', 'pl'],
    phone: (number) => `+3161235${digits(number, 4)}`,
    unreachable: (number, ending) => `+31612${digits(number % 1_000, 3)}${ending}`,
    landline: (number) => `+3120${digits(5_550_000 + number, 7)}`,
  },
  'America/Curacao': {
    count: 1_500,
    first: words(`Shurandy Rachelle Quincy Jeandra Gilbert Zulaika Ruthmila Elvis Marilyn Hensley Sharlon Dayana Curtis
      Suzette Jairo Lisandra Norwin Ivonne Rudsel Nathalie Vernon Carmelita Roderick Magalis Edsel Tamara Wendell Minerva`),
    last: lines(`Martina, Maduro, Cijntje, Isenia, Rosaria, Wout, Croes, Kirindongo, Pietersz, Jansen, Hooi, Godett, Sambo,
      Winklaar, Girigorie, Leito, Francisca, Bernadina, Cicilia, Schoop, Martis, Elisabeth, Constancia, Nicolaas, Balentien,
      Seferina, Lourens, Meulens, Rosalina, Felicia, Capello, Obispo`),
    locales: ['pap-CW', 'pap-CW', 'pap-CW', 'pap-CW', 'pap-CW', 'nl', 'nl', 'nl', 'es', 'en'],
    phone: (number) => `+5999518${digits(number, 4)}`,
    unreachable: (number, ending) => `+599951${number % 10}${ending}`,
    landline: (number) => `+5999736${digits(number, 4)}`,
  },
  'America/New_York': {
    count: 1_200,
    first:
      words(`James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Carlos Guadalupe
      Luis Rosa Xin Li Darnell Keisha Anthony Maria Ming Olivia Malik Aisha Sean Brianna`),
    last: lines(`Smith, Johnson, Williams, Brown, Jones, Garcia, Miller, Davis, Rodriguez, Martinez, Hernandez, Lopez,
      Gonzalez, Wilson, Anderson, Thomas, Taylor, Moore, Jackson, Martin, Lee, Perez, Thompson, White, Harris, Sanchez,
      Clark, Ramirez, Lewis, Robinson, Chen, Nguyen, O'Brien, Washington, Goldberg, Rossi`),
    locales: ['en', 'en', 'en', 'en', 'en', 'en', 'es', 'es', 'es', 'zh-Hans'],
    phone: (number) => `+1${areaOf(number)}55501${digits(number % 100, 2)}`,
    unreachable: (number, ending) => `+1${areaOf(number)}555${ending}`,
    landline: (number) => `+3120${digits(5_560_000 + number, 7)}`,
  },
}

type PeopleOfZone = {
  readonly count: number
  readonly first: readonly string[]
  readonly last: readonly string[]
  readonly locales: readonly Locale[]
  readonly phone: (number: number) => string
  /** One to which the twins let every text message fail as its ending says. */
  readonly unreachable: (number: number, ending: string) => string
  readonly landline: (number: number) => string
}

/** What people write with a request, by its language. */
export const requestNotes: Readonly<Partial<Record<Locale, readonly string[]>>> = {
  nl: [
    'Ik heb griep en kom liever als ik beter ben.',
    'Mijn vervoer is uitgevallen. Kan het een week later?',
    'Ik moet die dag werken. Na vier uur kan wel, of op vrijdag.',
    'De klachten zijn over, ik denk dat het niet meer nodig is.',
    'Mijn dochter rijdt mij en kan alleen in de ochtend.',
  ],
  en: [
    'I have the flu and would rather come when I am better.',
    'My ride fell through. Could it be a week later?',
    'I have to work that day. Any time after four is fine, or Friday.',
    'It has cleared up, so I do not think I need this any more.',
  ],
  'pap-CW': ['Mi ta malu i no por bini e dia ei.', 'Mi no tin transporte. Por ta un siman despues?'],
  es: ['Tengo gripe y prefiero ir cuando esté mejor.', 'Ese día trabajo. ¿Podría ser el viernes?'],
}

function words(text: string): string[] {
  return text.split(/\s+/)
}

function lines(text: string): string[] {
  return text.split(/,\s*/)
}

function digits(number: number, count: number): string {
  return String(number).padStart(count, '0')
}

/** Codes of the state of New York. */
function areaOf(number: number): number {
  const areas = [212, 332, 347, 516, 518, 585, 607, 631, 646, 680, 716, 718, 838, 845, 914, 917, 929]
  return areas[Math.floor(number / 100) % areas.length] ?? 212
}
