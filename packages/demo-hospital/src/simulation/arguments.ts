import { parseArgs } from 'node:util'
import { DEMO_SEED } from '../hospital.ts'
import { withoutTrailingSlashes } from '../seeding/ingest-client.ts'

export interface SimulateArguments {
  readonly url: string
  readonly key: string
  /** By default 600 in the demo hospital, or 200 in another building. */
  readonly assets: number | undefined
  readonly rate: number
  readonly plan: string | undefined
  readonly seed: number
  readonly durationSeconds: number | undefined
  readonly historySeconds: number
  readonly faults: boolean
  /** False if assets and places exist already and are not sent. */
  readonly seeding: boolean
  /**
   * True if part of the demo hospital's feed has places and monitors of the locating systems, which the server maps.
   */
  readonly providers: boolean
  /**
   * True if some equipment of the demo hospital stays where it was left, and some has disappeared, as in its history.
   */
  readonly neglect: boolean
  readonly username: string | undefined
  readonly password: string | undefined
}

export const USAGE = `Usage: simulate --url http://127.0.0.1:8080 --key KEY [options]
  --url URL          the running Wardtrack (default http://127.0.0.1:8080)
  --key KEY          an ingestion key; also from WARDTRACK_INGEST_KEY
  --assets N         how many assets there are (default 600; 200 with --plan)
  --rate N           events per second, positions and states together (default 40)
  --plan DIR         another building: its plan.json and image; every asset walks its lanes
  --seed N           the same seed gives the same day (default ${DEMO_SEED})
  --duration S       stop after so many seconds
  --history H        first send what happened in the last H hours, coarsely (default 0)
  --faults off       without repeats, late events, unknown tags, missing coordinates, skewed clocks, gaps
  --seeding off      do not send hierarchies and assets first
  --providers off    never name places as the locating systems call them; off anyway unless --username is
                     given or --providers on says that the server has their mapping
  --neglect on       some equipment stands where it was left long ago, and some is gone
  --username U       an administrator's account, for what no key may do: map images, mapping, geofences;
  --password P       also from WARDTRACK_ADMIN_USERNAME and WARDTRACK_ADMIN_PASSWORD`

function numberFrom(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || value < min || value > max)
    throw new Error(`--${name} must be a number from ${min} to ${max}, not '${text}'`)
  return value
}

function wholeNumberFrom(
  name: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  const value = numberFrom(name, text, min, max)
  if (value !== undefined && !Number.isInteger(value)) throw new Error(`--${name} must be a whole number`)
  return value
}

function onOff(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'on') return true
  if (text === 'off') return false
  throw new Error(`--${name} must be on or off, not '${text}'`)
}

function urlFrom(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`--url must be an http or https address, not '${text}'`)
  return withoutTrailingSlashes(text)
}

/** Reads the command line and the environment variables that may contain secrets; an error names what is wrong. */
export function readArguments(argv: readonly string[], env: NodeJS.ProcessEnv): SimulateArguments {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...argv],
    options: {
      url: option,
      key: option,
      assets: option,
      rate: option,
      plan: option,
      seed: option,
      duration: option,
      history: option,
      faults: option,
      seeding: option,
      providers: option,
      neglect: option,
      username: option,
      password: option,
    },
  })
  const key = values.key ?? env.WARDTRACK_INGEST_KEY
  if (!key) throw new Error('An ingestion key is needed: --key KEY or WARDTRACK_INGEST_KEY')
  const username = values.username ?? env.WARDTRACK_ADMIN_USERNAME
  return {
    url: urlFrom(values.url ?? 'http://127.0.0.1:8080'),
    key,
    assets: wholeNumberFrom('assets', values.assets, 1, 40_000),
    rate: numberFrom('rate', values.rate, 0.1, 20_000) ?? 40,
    plan: values.plan,
    seed: wholeNumberFrom('seed', values.seed, 0, 2 ** 31 - 1) ?? DEMO_SEED,
    durationSeconds: numberFrom('duration', values.duration, 0, 10 ** 8),
    historySeconds: (numberFrom('history', values.history, 0, 168) ?? 0) * 3600,
    faults: onOff('faults', values.faults),
    seeding: onOff('seeding', values.seeding),
    providers: values.providers === undefined ? username !== undefined : onOff('providers', values.providers),
    neglect: values.neglect !== undefined && onOff('neglect', values.neglect),
    username,
    password: values.password ?? env.WARDTRACK_ADMIN_PASSWORD,
  }
}
