import { type CallName, calls, PAGES } from '@wardtrack/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from './addresses.ts'
import { hidePatients, type PatientThings, revealPatients } from './before-after/patient-life.ts'
import { ask, comparable, QUESTIONS } from './before-after/questions.ts'
import { fillHospital, PATIENT_NAME } from './hospital.ts'
import { openTarget, type Target } from './target.ts'

let target: Target
let things: PatientThings
beforeAll(async () => {
  target = await openTarget()
  await fillHospital(target, { equipment: 6, patients: 0 })
})
afterAll(() => target.close())

/** Number of questions that are sent at the same time. */
const AT_ONCE = 3

/** Returns the answers to all questions without the flag. */
async function answers(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const waiting = [...QUESTIONS]
  const work = async (): Promise<void> => {
    for (let question = waiting.shift(); question; question = waiting.shift())
      found.set(question.what, comparable(question, await ask(target, question)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

/** Reads as a person without the flag. */
const read = async (call: CallName, path = '', query = ''): Promise<string> =>
  (
    await target.send('GET', addressOf(call).replace(/\{\w+\}/, path) + query, {
      headers: target.people.noPatients,
    })
  ).text

test('no answer to a person without the flag differs while there are patients, or after they are deleted', async () => {
  // The first round fills caches and similar data, so that the comparison does not find them.
  await answers()
  const before = await answers()
  const differing = (now: Map<string, string>) =>
    [...before].flatMap(([what, text]) =>
      now.get(what) === text ? [] : [{ what, text, now: now.get(what) }],
    )
  things = await revealPatients(target)
  expect(differing(await answers())).toEqual([])
  await hidePatients(target, things)
  expect(differing(await answers())).toEqual([])
  console.log(`before and after: ${before.size} questions were answered alike three times`)
})

test('no log names or counts patients, or objects linked with them', async () => {
  for (const service of ['core', 'location', 'report']) {
    const lines = `${await read('downloadLog', service)}${await read('searchLog', service, '?search=patient')}`
    for (const secret of [PATIENT_NAME, ...things.ids]) expect(lines).not.toContain(secret)
    expect(lines).not.toMatch(/"(patients|patientIds|linkedPatients|ofPatients?)":/)
  }
  const report = (await read('downloadLog', 'report')).split('\n').filter((line) => line.includes('"admin"'))
  expect(report.length).toBeGreaterThan(0)
  for (const line of report) expect(JSON.parse(line).details ?? {}).not.toHaveProperty('returned')
})

test('the audit log names nothing about patients, in its list and its file', async () => {
  const texts = [await read('listAudit', '', '?pagesize=500'), await read('exportAudit')]
  for (const text of texts)
    for (const secret of [PATIENT_NAME, ...things.ids]) expect(text).not.toContain(secret)
  const { data } = JSON.parse(texts[0] ?? '') as { data: { pageRoute?: string; details?: unknown }[] }
  expect(data.length).toBeGreaterThan(things.ids.length)
  for (const { pageRoute, details } of data) {
    expect(details).toBeUndefined()
    if (pageRoute !== undefined) expect(PAGES).toContain(pageRoute.replace(/^\//, ''))
  }
})

test('metrics have no series about patients: no name, and no label except the declared path of a call', async () => {
  const text = await read('metrics')
  const series = text.match(/^[a-z_]+(?:\{[^}]*\})?/gm) ?? []
  expect(series.length).toBeGreaterThan(0)
  const declared = new Set<string>(Object.values(calls).map(({ route }) => route.path))
  const undeclared = (label: string): string => {
    const path = /^path="(.*)"$/.exec(label)?.[1]
    return path !== undefined && declared.has(path) ? '' : label
  }
  const withoutPaths = series.map((one) => one.replaceAll(/\w+="[^"]*"/g, undeclared))
  expect(withoutPaths.join('\n')).not.toMatch(/patient/i)
  for (const secret of [PATIENT_NAME, ...things.ids]) expect(text).not.toContain(secret)
})
