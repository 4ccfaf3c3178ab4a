import type { Locale } from '#/locales/locales.ts'

/** Texts for people with appointments, for staff, or for both. */
export type Audience = 'people' | 'staff'

/**
 * How each language addresses its reader, and the words of other forms, which no text has. Left out are languages that
 * have one form (en, ar, ga, mt, sw, Papiamentu), show it in the verb alone (ja), or write several people otherwise than
 * one (sv: "du", and "ni" for an organization).
 */
export const address: Partial<
  Record<Locale, { readonly form: string; readonly never: string; readonly to?: Audience }[]>
> = {
  nl: [{ form: 'u', never: 'jij|je|jou|jouw|jullie' }],
  de: [{ form: 'Sie', never: 'du|dich|dir|dein|deine|deinen|deinem|deiner|deines|euch|euer|eure|eurem|euren' }],
  fr: [{ form: 'vous', never: 'tu|toi|ton|tes|te' }],
  es: [{ form: 'usted', never: 'tú|tu|tus|ti|vosotros|vuestro|vuestra|vuestros|vuestras' }],
  it: [{ form: 'Lei', never: 'tu|ti|te|tuo|tua|tuoi|tue|voi|vostro|vostra|vostri|vostre' }],
  pt: [{ form: 'third person', never: 'tu|te|ti|teu|tua|teus|tuas|você|vocês' }],
  ro: [{ form: 'dumneavoastră', never: 'tu|tine|ție|tău|tăi|tale|îți' }],
  da: [{ form: 'du', never: 'Dem|Deres' }],
  fi: [{ form: 'te', never: 'sinä|sinun|sinut|sinua|sinulle|sinulta|varauksiasi|tietosi|viestisi' }],
  et: [{ form: 'Teie', never: 'sina|sinu|sind|sulle|sinult|sinuga' }],
  hu: [{ form: 'Ön', never: 'te|téged|neked|tied|veled' }],
  pl: [
    {
      form: 'Państwa, impersonal',
      never: 'ty|ciebie|cię|tobie|tobą|twój|twoja|twoje|twoją|twojego|twojej|twoich|twoim',
    },
  ],
  cs: [
    { form: 'Vy', never: 'tebe|tobě|tvůj|tvoje|tvá|tvé|tvého|tvých|vy|vás|vám|vámi|váš|vaše|vaši|vašeho|vašich|vašem' },
  ],
  sk: [
    { form: 'Vy', never: 'teba|tebe|tvoj|tvoja|tvoje|tvojej|tvojich|vy|vás|vám|vami|váš|vaša|vaše|vašej|vašich|vašu' },
  ],
  hr: [
    {
      form: 'Vi',
      never: 'tebe|tebi|tvoj|tvoja|tvoje|tvoju|vas|vam|vama|vaš|vaša|vaše|vaši|vašu|vašeg|vašem|vašoj|vaših',
    },
  ],
  sl: [{ form: 'vi', never: 'tebe|tebi|tvoj|tvoja|tvoje|tvojo' }],
  lv: [{ form: 'Jūs', never: 'tu|tev|tevi|tavs|tava|tavu|tavas|tavi|tavus|jūs|jums|jūsu' }],
  lt: [{ form: 'Jūs', never: 'tu|tau|tave|tavo|jūs|jums|jūsų|jus' }],
  bg: [{ form: 'Вие', never: 'теб|твой|твоя|твоят|твое|твоето|твои|твоите|вие|вас|вашия|вашият|вашата|вашето|вашите' }],
  ru: [{ form: 'вы', never: 'ты|тебя|тебе|тобой|твой|твоя|твоё|твои' }],
  el: [{ form: 'εσείς', never: 'εσύ|εσένα|σου' }],
  tr: [{ form: 'siz', never: 'sen|seni|sana|senin|sende' }],
  id: [{ form: 'Anda', never: 'kamu|kalian|kau|anda' }],
  vi: [
    { form: 'quý khách', never: 'bạn|quý vị', to: 'people' },
    { form: 'bạn', never: 'quý vị|quý khách', to: 'staff' },
  ],
  'zh-Hans': [{ form: '您', never: '你|你们' }],
  'zh-Hant': [{ form: '您', never: '你|你們' }],
  ko: [{ form: '합쇼체, -해 주세요', never: '\\p{L}*(?:아요|어요|여요|해요|게요|네요|예요)' }],
  hi: [{ form: 'आप', never: 'तुम|तुम्हारा|तुम्हारे|तुम्हारी|तुम्हें|तू|तेरा|तेरी' }],
  bn: [{ form: 'আপনি', never: 'তুমি|তোমার|তোমাকে|তুই' }],
  'pa-Guru': [{ form: 'ਤੁਸੀਂ', never: 'ਤੂੰ|ਤੇਰਾ|ਤੇਰੀ|ਤੇਰੇ|ਤੈਨੂੰ' }],
  ta: [{ form: 'நீங்கள்', never: 'நீ|உன்|உனக்கு|உன்னுடைய' }],
  ur: [{ form: 'آپ', never: 'تم|تمہارا|تمہاری|تمہارے|تمہیں' }],
  fa: [{ form: 'شما', never: 'تو|ترا|تورا' }],
}
