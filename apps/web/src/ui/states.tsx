import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  batteryLook,
  connectionLook,
  infusionLook,
  type ToneName,
  type Words,
  wifiLook,
} from './state-looks.ts'
import styles from './states.module.css'
import { BatteryIcon, DropIcon, OfflineIcon, OnlineIcon, WifiIcon } from './status-icons.tsx'

/**
 * Form of a state:
 * - `chip`: An icon and a word in a box.
 * - `mark`: The same without a box.
 * - `icon`: The icon alone, with the word in its tooltip and for screen readers.
 * - `fold`: A mark that becomes an icon in a narrow table.
 */
export type StateForm = 'chip' | 'mark' | 'icon' | 'fold'

const shapes: Readonly<Record<StateForm, string>> = {
  chip: styles.chip ?? '',
  mark: styles.mark ?? '',
  icon: `${styles.mark} ${styles.iconOnly}`,
  fold: `${styles.mark} ${styles.folding}`,
}

interface StateProps {
  readonly stored: string | null | undefined
  readonly words?: Words
  readonly form?: StateForm
}

/** An icon and a word in a tone, used for every state. */
export function StateMark(props: {
  icon: ReactNode
  word: string
  tone: ToneName
  form: StateForm
  about?: string
}) {
  const { icon, word, tone, form, about } = props
  const hidesWord = form === 'icon' || form === 'fold'
  return (
    <span
      className={`${shapes[form]} ${styles[tone]}`}
      title={hidesWord ? `${about ?? ''} ${word}`.trim() : undefined}
    >
      {icon}
      <span className={styles.word}>{form === 'icon' && about ? `${about} ${word}` : word}</span>
    </span>
  )
}

/** Online or Offline. */
export function ConnectionState({ stored, words, form = 'chip' }: StateProps) {
  const { t } = useTranslation('common')
  const look = connectionLook(stored, words)
  const icon = look.tone === 'ok' ? <OnlineIcon /> : <OfflineIcon />
  return <StateMark icon={icon} word={look.word} tone={look.tone} form={form} about={t('state.connection')} />
}

/** Infusing or Not infusing; renders nothing if the device reports no infusion state. */
export function InfusionState({ stored, words, form = 'chip' }: StateProps) {
  const { t } = useTranslation('common')
  const look = infusionLook(stored, words)
  if (!look) return null
  const icon = <DropIcon filled={look.tone === 'use'} />
  return <StateMark icon={icon} word={look.word} tone={look.tone} form={form} about={t('state.infusion')} />
}

/** Wifi strength as bars and a word. */
export function WifiState({ stored, words, form = 'mark' }: StateProps) {
  const { t } = useTranslation('common')
  const look = wifiLook(stored, words)
  return (
    <StateMark
      icon={<WifiIcon look={look} />}
      word={look.word}
      tone={look.tone}
      form={form}
      about={t('state.wifi')}
    />
  )
}

/** Battery level as a cell and a word. */
export function BatteryState({ stored, words, form = 'mark' }: StateProps) {
  const { t } = useTranslation('common')
  const look = batteryLook(stored, words)
  return (
    <StateMark
      icon={<BatteryIcon look={look} />}
      word={look.word}
      tone={look.tone}
      form={form}
      about={t('state.battery')}
    />
  )
}
