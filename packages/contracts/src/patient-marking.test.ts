import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from './calls/index.ts'
import type { Call } from './define-call.ts'

/** Members of a response that contain assets, or count or configure them. */
const ASSET_MEMBERS = /^(Asset|maxAssets|LinkedAsset|Mapping|Patient|item$|assets$)/
/** Calls without a response schema that return no asset: images and documentation. */
const SHAPELESS: readonly string[] = ['image', 'docsFile']
/** The caller's own flag, which reveals no patient. */
const OWN_FLAG = 'patientDataAccess'

/** Returns the names of all members of a schema's values, at any depth. */
function memberNames(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(memberNames)
  if (typeof schema !== 'object' || schema === null) return []
  const properties = (schema as { properties?: object }).properties
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(memberNames)]
}

const declared = Object.entries(calls) as [string, Call][]

test.each(declared)('%s is under the patient rule if its response can contain assets', (name, call) => {
  const schema = z.toJSONSchema(call.shapes.response, { io: 'output', unrepresentable: 'any' })
  const members = memberNames(schema).filter((member) => member !== OWN_FLAG)
  const isShapeless = Object.keys(schema).every((member) => member === '$schema')
  const tellsOfAssets =
    members.some((member) => ASSET_MEMBERS.test(member)) || (isShapeless && !SHAPELESS.includes(name))
  expect(!tellsOfAssets || call.patient === true, `${name} is declared with patient: true`).toBe(true)
})
