import { z } from 'zod'
import { type Levels, levels, text } from './common.ts'

/** Most levels a place can have. */
const MAX_LEVELS = 20

/** How getLocationOptionsByLevel is asked: the level wanted with what is chosen above it, or all that is chosen. */
export type LevelQuestionInput =
  | { level: string; parent?: string | Levels | null }
  | { [level: `Level_${number}`]: string | null }

/** Which level's values are wanted (1 is the highest), and the values chosen above it, from the highest down. */
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
 * The level wanted and the levels above it, `{ level, parent }` (`parent`: the value of the level above, or all levels
 * above by name), or all chosen levels, `{ Level_k: value }`: the deepest decides, the one below is wanted.
 * `{ Level_1: null }` asks for the first level. A value of `null` or '' counts as not chosen.
 */
export const levelQuestion = namedLevel.extend(valuesByLevel).transform((input, context): LevelQuestion => {
  const { level, parent, ...rest } = input as z.output<typeof namedLevel> & Record<string, string | null>
  if (level === undefined && Object.keys(rest).length === 0)
    context.addIssue({ code: 'custom', path: ['level'], message: 'Please say which level.' })
  const chosen = chosenLevels(rest)
  const wanted = level === undefined ? (chosen.at(-1)?.level ?? 0) + 1 : levelNumber(level)
  const above = [...chosen.filter((entry) => entry.level < wanted), ...parentLevels(parent, wanted)]
  const tooDeep = above.find((entry) => entry.level < 1 || entry.level >= wanted)
  if (tooDeep)
    context.addIssue({ code: 'custom', path: ['parent'], message: 'This is not above the level wanted.' })
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
