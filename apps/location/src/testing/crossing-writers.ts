import { setTimeout as sleep } from 'node:timers/promises'

const WRITERS = 4
const ASSETS_PER_WRITER = 5
const BATCH = 7
/** Between two batches of a writer: what is stored by hundreds of faults has to be read in the end. */
const PACE_MS = 40
const RETRY_MS = 20
const ANSWER_MS = 5_000
/** Answers that ask to send again. */
const AGAIN = [429, 503]

/** Assets that the writers move, by name. */
export const CROSSING_ASSETS: readonly string[] = Array.from(
  { length: WRITERS * ASSETS_PER_WRITER },
  (_, n) => `P-${Math.floor(n / ASSETS_PER_WRITER)}-${n % ASSETS_PER_WRITER}`,
)
/** When the first position was. A fence has to be older. */
export const CROSSING_BEGIN = Date.now() - 86_400_000

type Step = { AssetId: string; time: string; isInside: boolean }

/** Integrators that move assets into a fence and out of it, and send again what was not acknowledged. */
export type CrossingWriters = {
  /** resolves when each has begun something after this call and had it acknowledged */
  acknowledgedAnew(): Promise<void>
  /** halts them: all that was sent is acknowledged then. @returns names of events and alerts since the beginning, and what was answered beside */
  pause(): Promise<WrittenCrossings>
  /** goes on after `pause` */
  resume(): void
  /** ends them at once, whatever is not acknowledged */
  abandon(): void
}

/** What was acknowledged, and the alerts that it has to raise. */
export type WrittenCrossings = {
  events: string[]
  /** of each event: the alert that it raises, and when it was sent first */
  alerts: string[]
  sentAt: number[]
  /** the latest time of each asset */
  newest: Map<string, string>
  /** accepted and duplicate items of all acknowledgements together */
  counted: number
  retries: number
  /** every status that is neither 200 nor asks to send again, and what was said with it */
  unexpected: readonly string[]
}

/** How a stored or sent event is named. */
export const eventName = ({ AssetId, time }: Pick<Step, 'AssetId' | 'time'>): string => `${AssetId} ${time}`
/** How an alert is named. */
export const alertName = (AssetId: string, kind: string, time: string): string => `${AssetId} ${kind} ${time}`

/** Starts them. @param send the answer, or undefined when there was none */
export function startWriters(
  send: (items: unknown, signal: AbortSignal) => Promise<Response | undefined>,
): CrossingWriters {
  const steps: Step[] = []
  const sentAt: number[] = []
  const written = { counted: 0, retries: 0 }
  const unexpected: string[] = []
  /** of each writer: how many batches were begun, and the number of the newest that was acknowledged */
  const progress = Array.from({ length: WRITERS }, () => ({ begun: 0, acknowledged: 0 }))
  let isPaused = false
  let isAbandoned = false
  let writing: Promise<unknown> = Promise.resolve()

  const acknowledge = async (batch: readonly Step[]): Promise<void> => {
    const items = batch.map(({ AssetId, time, isInside }) => ({
      AssetType: 'Equipment',
      AssetId,
      time,
      mapId: 'm1',
      unit: 'px',
      x: isInside ? 150 : 10,
      y: 120,
    }))
    const began = Date.now()
    while (!isAbandoned) {
      const answer = await send(items, AbortSignal.timeout(ANSWER_MS))
      const body = await answer?.text().catch(() => undefined)
      if (answer?.status === 200 && body !== undefined) {
        const { accepted, duplicates } = JSON.parse(body) as { accepted: number; duplicates: number }
        written.counted += accepted + duplicates
        steps.push(...batch)
        sentAt.push(...batch.map(() => began))
        return
      }
      if (answer && answer.status !== 200 && !AGAIN.includes(answer.status))
        unexpected.push(`${answer.status} ${body}`)
      written.retries += 1
      await sleep(RETRY_MS)
    }
  }
  const write = async (writer: number): Promise<void> => {
    const writerProgress = progress[writer]
    while (writerProgress && !isPaused) {
      const first = writerProgress.begun * BATCH
      writerProgress.begun += 1
      await acknowledge(Array.from({ length: BATCH }, (_, n) => stepOf(writer, first + n)))
      writerProgress.acknowledged = writerProgress.begun
      await sleep(PACE_MS)
    }
  }
  const resume = (): void => {
    isPaused = false
    writing = Promise.all(progress.map((_, writer) => write(writer)))
  }
  resume()
  return {
    resume,
    acknowledgedAnew: async () => {
      const begunBefore = progress.map(({ begun }) => begun)
      while (progress.some(({ acknowledged }, writer) => acknowledged <= (begunBefore[writer] ?? 0)))
        await sleep(5)
    },
    pause: async () => {
      isPaused = true
      await writing
      const alerts = steps.map(({ AssetId, time, isInside }) =>
        alertName(AssetId, isInside ? 'Entry' : 'Exit', time),
      )
      const newest = new Map<string, string>()
      for (const { AssetId, time } of steps) if (time > (newest.get(AssetId) ?? '')) newest.set(AssetId, time)
      return { ...written, unexpected, events: steps.map(eventName), alerts, sentAt: [...sentAt], newest }
    },
    abandon: () => {
      isPaused = true
      isAbandoned = true
    },
  }
}

/** Each asset goes in and out in turn: every step is an alert. */
function stepOf(writer: number, count: number): Step {
  return {
    AssetId: `P-${writer}-${count % ASSETS_PER_WRITER}`,
    time: new Date(CROSSING_BEGIN + count * 3).toISOString(),
    isInside: Math.floor(count / ASSETS_PER_WRITER) % 2 === 0,
  }
}
