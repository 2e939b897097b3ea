import { Clock, History, MapPinOff, Radio } from 'lucide-react'
import { dateTime } from '../lib/time.ts'
import { type AgeKind, positionAge } from './age.ts'
import type { ToneName } from './state-looks.ts'
import { StateMark } from './states.tsx'
import { useNow } from './use-now.ts'

const looks: Readonly<Record<AgeKind, { tone: ToneName; Icon: typeof Radio }>> = {
  live: { tone: 'ok', Icon: Radio },
  recent: { tone: 'quiet', Icon: Clock },
  stale: { tone: 'warn', Icon: History },
  unknown: { tone: 'off', Icon: MapPinOff },
}

/** The age of a position as an icon and words; a tooltip shows the absolute time. */
export function AgeLabel({ time }: { readonly time: string | null | undefined }) {
  const age = positionAge(time, useNow())
  const { tone, Icon } = looks[age.kind]
  return (
    <span title={time ? dateTime(time) : undefined}>
      <StateMark
        icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
        word={age.words}
        tone={tone}
        form="mark"
      />
    </span>
  )
}
