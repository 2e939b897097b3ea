import { Button, Segmented } from 'antd'
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTime } from '../lib/time.ts'
import styles from './time-range-player.module.css'

/** Duration of one step at normal speed, in milliseconds. */
const STEP_MS = 1_000
const SPEEDS = [1, 2, 4, 8] as const

interface TimeRangePlayerProps {
  /** Times in ascending order, ISO 8601. */
  readonly times: readonly string[]
  /** Index of the shown time. */
  readonly index: number
  readonly onIndex: (index: number) => void
}

/**
 * Replays times in order: play and pause, speed, next and previous, and a slider. The space bar plays and pauses
 * while the focus is inside the player. Arrows, Home and End move the slider.
 */
export function TimeRangePlayer({ times, index, onIndex }: TimeRangePlayerProps) {
  const { t } = useTranslation('common')
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1)
  const last = Math.max(0, times.length - 1)
  const goTo = (next: number): void => onIndex(Math.max(0, Math.min(last, next)))
  const step = useEffectEvent(() => {
    if (index < last) onIndex(index + 1)
    if (index + 1 >= last) setPlaying(false)
  })
  useEffect(() => {
    if (!playing) return undefined
    const timer = setInterval(() => step(), STEP_MS / speed)
    return () => clearInterval(timer)
  }, [playing, speed])
  const toggle = (): void => {
    // Playing from the end restarts at the first time.
    if (!playing && index >= last) onIndex(0)
    setPlaying(!playing && last > 0)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    toggle()
  }
  const shown = dateTime(times[index])
  const PlayIcon = playing ? Pause : Play
  const icon = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const
  return (
    <div className={styles.player} role="group" aria-label={t('blocks.replay.title')} onKeyDown={onKeyDown}>
      <Button
        aria-label={t('blocks.replay.back')}
        disabled={index <= 0}
        onClick={() => goTo(index - 1)}
        icon={<SkipBack {...icon} />}
      />
      <Button
        type="primary"
        aria-label={t(playing ? 'blocks.replay.pause' : 'blocks.replay.play')}
        disabled={last === 0}
        onClick={toggle}
        icon={<PlayIcon {...icon} />}
      />
      <Button
        aria-label={t('blocks.replay.forward')}
        disabled={index >= last}
        onClick={() => goTo(index + 1)}
        icon={<SkipForward {...icon} />}
      />
      <input
        className={styles.slider}
        type="range"
        aria-label={t('blocks.replay.time')}
        aria-valuetext={shown}
        min={0}
        max={last}
        step={1}
        value={index}
        style={{ '--part': `${last === 0 ? 0 : (index / last) * 100}%` } as object}
        onChange={({ target }) => goTo(Number(target.value))}
      />
      <output className={styles.time}>{shown}</output>
      <Segmented
        aria-label={t('blocks.replay.speed')}
        value={speed}
        onChange={setSpeed}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
      />
    </div>
  )
}
