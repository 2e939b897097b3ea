import { setTimeout as sleep } from 'node:timers/promises'

const WRITERS = 4
const ASSETS_PER_WRITER = 5
const BATCH = 7
/**
 * Pause between two batches of a writer, in milliseconds. It limits the data that the final comparison reads after
 * hundreds of faults.
 */
const PACE_MS = 40
const RETRY_MS = 20
const ANSWER_MS = 5_000
/** Statuses that ask for a retry. */
const AGAIN = [429, 503]

/** Assets that the writers move, by name. */
export const CROSSING_ASSETS: readonly string[] = Array.from(
  { length: WRITERS * ASSETS_PER_WRITER },
  (_, n) => `P-${Math.floor(n / ASSETS_PER_WRITER)}-${n % ASSETS_PER_WRITER}`,
)
/** Time of the first position. The fence must be older. */
export const CROSSING_BEGIN = Date.now() - 86_400_000

type Step = { AssetId: string; time: string; isInside: boolean }

/** Integrators that move assets into a fence and out of it, and retry batches without acknowledgement. */
export type CrossingWriters = {
  /** resolves when each writer has started a batch after this call and had it acknowledged */
  acknowledgedAnew(): Promise<void>
  /**
   * pauses the writers after all sent batches are acknowledged. @returns names of all events and alerts so far, and
   * other answers
   */
  pause(): Promise<WrittenCrossings>
  /** resumes after `pause` */
  resume(): void
  /** stops the writers immediately, without waiting for acknowledgements */
  abandon(): void
}

/** Acknowledged events, and the alerts that they must raise. */
export type WrittenCrossings = {
  events: string[]
  /** the alert of each event; `sentAt` is the first time of sending of each event */
  alerts: string[]
  sentAt: number[]
  /** the latest time of each asset */
  newest: Map<string, string>
  /** accepted and duplicate items of all acknowledgements together */
  counted: number
  retries: number
  /** every status that neither is 200 nor asks for a retry, with its message */
  unexpected: readonly string[]
}

/** Returns the name of a stored or sent event. */
export const eventName = ({ AssetId, time }: Pick<Step, 'AssetId' | 'time'>): string => `${AssetId} ${time}`
/** Returns the name of an alert. */
export const alertName = (AssetId: string, kind: string, time: string): string => `${AssetId} ${kind} ${time}`

/** Starts the writers. @param send returns the answer, or undefined when there was none */
export function startWriters(
  send: (items: unknown, signal: AbortSignal) => Promise<Response | undefined>,
): CrossingWriters {
  const steps: Step[] = []
  const sentAt: number[] = []
  const written = { counted: 0, retries: 0 }
  const unexpected: string[] = []
  /** started batches of each writer, and the number of its newest acknowledged batch */
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

/** Returns a step of an asset, which enters and leaves in turn, so that every step raises an alert. */
function stepOf(writer: number, count: number): Step {
  return {
    AssetId: `P-${writer}-${count % ASSETS_PER_WRITER}`,
    time: new Date(CROSSING_BEGIN + count * 3).toISOString(),
    isInside: Math.floor(count / ASSETS_PER_WRITER) % 2 === 0,
  }
}
