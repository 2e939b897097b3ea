import { z } from 'zod'
import { type Levels, levels, text } from './common.ts'

/** Maximum number of levels of a place. */
const MAX_LEVELS = 20

/** Query of getLocationOptionsByLevel: the requested level with the values above it, or all chosen values. */
export type LevelQuestionInput =
  | { level: string; parent?: string | Levels | null }
  | { [level: `Level_${number}`]: string | null }

/** Requested level (1 is the highest), and the chosen values above it, from the highest down. */
export type LevelQuestion = { wanted: number; above: { level: number; value: string }[] }

const chosenValue = text.nullable().optional()
const namedLevel = z.object({
  level: z
    .string()
    .regex(/^Level_[1-9][0-9]?$/, 'Level_1, Level_2 and so on.')
    .optional(),
  parent: z.union([text, levels], { error: 'A value, or values by level.' }).nullable().optional(),
})
const valuesByLevel = Object.fromEntries(
  Array.from({ length: MAX_LEVELS }, (_, index) => [`Level_${index + 1}`, chosenValue]),
)

/**
 * Schema with two forms. One is the requested level with the levels above: `{ level, parent }`, where `parent` is the
 * value of the level above, or all levels above by name. The other is all chosen levels, `{ Level_k: value }`, and
 * requests the level below the deepest. `{ Level_1: null }` requests the first level. The values `null` and '' mean
 * not chosen.
 */
export const levelQuestion = namedLevel.extend(valuesByLevel).transform((input, context): LevelQuestion => {
  const { level, parent, ...rest } = input as z.output<typeof namedLevel> & Record<string, string | null>
  if (level === undefined && Object.keys(rest).length === 0)
    context.addIssue({ code: 'custom', path: ['level'], message: 'Please choose a level.' })
  const chosen = chosenLevels(rest)
  const wanted = level === undefined ? (chosen.at(-1)?.level ?? 0) + 1 : levelNumber(level)
  const above = [...chosen.filter((entry) => entry.level < wanted), ...parentLevels(parent, wanted)]
  const tooDeep = above.find((entry) => entry.level < 1 || entry.level >= wanted)
  if (tooDeep)
    context.addIssue({
      code: 'custom',
      path: ['parent'],
      message: 'The parent must be above the requested level.',
    })
  return { wanted, above: above.sort((a, b) => a.level - b.level) }
}) as unknown as z.ZodType<LevelQuestion, LevelQuestionInput>

const levelNumber = (level: string): number => Number(level.slice('Level_'.length))

const chosenLevels = (values: Record<string, string | null | undefined>): LevelQuestion['above'] =>
  Object.entries(values)
    .flatMap(([name, value]) => (value ? [{ level: levelNumber(name), value }] : []))
    .sort((a, b) => a.level - b.level)

function parentLevels(parent: string | Levels | null | undefined, wanted: number): LevelQuestion['above'] {
  if (!parent) return []
  return typeof parent === 'string' ? [{ level: wanted - 1, value: parent }] : chosenLevels(parent)
}
