import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTypeName } from '../../lib/metadata.ts'
import type { MarkerLook } from '../../map-engine/index.ts'
import { MarkerImage } from '../map-canvas/index.ts'
import styles from './type-chips.module.css'
import type { TypeCount } from './use-type-filter.ts'

const looks: Readonly<Record<string, MarkerLook>> = { Clinician: 'clinician', Patient: 'patient' }

/** Returns the look of a type's markers in the normal state. */
export const lookOfType = (type: string): MarkerLook => looks[type] ?? 'equipment'

interface TypeChipsProps {
  readonly types: readonly TypeCount[]
  readonly onToggle: (type: string) => void
}

/** One switch per type: its marker, its name, and its number on the open map. */
export function TypeChips({ types, onToggle }: TypeChipsProps) {
  const { t } = useTranslation('live-map')
  const nameOf = useTypeName()
  return (
    <div className={styles.chips} role="group" aria-label={t('types.label')}>
      {types.map(({ type, count, hidden }) => {
        const name = nameOf(type)
        const Icon = hidden ? EyeOff : Eye
        return (
          <button
            key={type}
            type="button"
            className={styles.chip}
            aria-pressed={!hidden}
            title={hidden ? t('types.show', { type: name }) : t('types.hide', { type: name })}
            onClick={() => onToggle(type)}
          >
            <MarkerImage look={lookOfType(type)} />
            <span>{name}</span> <b>{count}</b> <span className="visually-hidden">{t('types.onThisMap')}</span>
            <Icon size={14} strokeWidth={2.1} aria-hidden />
          </button>
        )
      })}
    </div>
  )
}
