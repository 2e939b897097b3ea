import { z } from 'zod'
import { FORMAT_WALLS, type FormatReply, type FormatWall } from './format-process.types.ts'

const failure = z.strictObject({
  reason: z.enum(['body', 'expression', 'result', 'time', 'depth', 'size', 'memory']),
  message: z.string().max(500),
  // Logs and people without the patient-data flag see code and position.
  code: z
    .string()
    .regex(/^[A-Z]\d{4}$/)
    .optional()
    .catch(undefined),
  position: z.int().min(0).max(100_000).optional().catch(undefined),
})
const answerShape = z.strictObject({
  id: z.string(),
  isSpent: z.boolean(),
  reply: z.union([z.strictObject({ items: z.string() }), z.strictObject({ failure })]),
})
const startShape = z.strictObject({ id: z.string(), walls: z.array(z.enum(FORMAT_WALLS)) })

/** A checked answer. */
export type ReadAnswer = { reply: FormatReply; isSpent: boolean }

/** Reads the process's answer to a question; undefined when the message is not the answer to this question. */
export function readAnswer(message: unknown, id: string): ReadAnswer | undefined {
  const answer = answerShape.safeParse(message)
  return answer.success && answer.data.id === id ? (answer.data as ReadAnswer) : undefined
}

/** Reads the process's start message, which lists the walls that work. */
export function readStart(message: unknown, id: string): FormatWall[] | undefined {
  const start = startShape.safeParse(message)
  return start.success && start.data.id === id ? start.data.walls : undefined
}
