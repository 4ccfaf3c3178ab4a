import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'

// Makes files that can be imported from the public record of clinic appointments (Vitória, 2016), whose patients are
// numbers. Names, numbers, addresses and languages are invented, the same ones for the same patient at every run:
//   node examples/clinic/convert.ts clinic-appointments-2016.csv OUTPUT-FOLDER

const header = ['id', 'patient', 'phone', 'email', 'language', 'date', 'time', 'minutes']

type Booking = { readonly appointment_id: string; readonly patient: string; readonly appointment_day: string }

async function convert(input: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'clinic.csv')
  let count = 0
  const lines = async function* (bookings: AsyncIterable<Booking>) {
    yield `${header.join(',')}\n`
    for await (const booking of bookings) {
      count += 1
      yield `${toCells(booking).join(',')}\n`
    }
  }
  const bookings = createReadStream(input).pipe(parse({ bom: true, columns: true }))
  await pipeline(Readable.from(lines(bookings)), createWriteStream(path))
  console.log(`${path}: ${count} appointments`)
}

function toCells({ appointment_id: id, patient, appointment_day: date }: Booking): string[] {
  const number = Number(patient)
  const name = nameOf(number)
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${patient}@example.com`
  const minutes = String(10 + (Number(id) % 3) * 10)
  return [id, name, phoneOf(number), email, languageOf(number), date, timeOf(Number(id)), minutes]
}

/** One patient in five reads English. */
function languageOf(patient: number): 'nl' | 'en' {
  return patient % 5 === 0 ? 'en' : 'nl'
}

/** A quarter of an hour between 08:00 and 17:45. */
function timeOf(id: number): string {
  const minutes = 8 * 60 + (id % 40) * 15
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** A Dutch mobile number of its own for each patient below 900,000; the last four digits are never a magic number. */
function phoneOf(patient: number): string {
  return `+31612${String(Math.floor(patient / 9_000)).padStart(2, '0')}${1_000 + (patient % 9_000)}`
}

function nameOf(patient: number): string {
  const given = givenNames[patient % givenNames.length]
  const family = familyNames[Math.floor(patient / givenNames.length) % familyNames.length]
  return `${given} ${family}`
}

const givenNames =
  'Sanne Daan Emma Lucas Julia Sem Mila Levi Tess Finn Noor Bram Saar Thijs Lotte Jesse Fleur Ruben Eva Lars Anouk Stijn Iris'.split(
    ' ',
  )
const familyNames =
  'Jansen Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Dijkstra Smits Kok Jacobs Vermeulen Schouten Willems'.split(
    ' ',
  )

const [input, folder] = process.argv.slice(2)
if (input === undefined || folder === undefined) {
  console.error('Usage: node examples/clinic/convert.ts FILE.csv OUTPUT-FOLDER')
  process.exitCode = 1
} else {
  await convert(input, folder)
}
