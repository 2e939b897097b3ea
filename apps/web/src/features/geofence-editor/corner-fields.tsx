import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMetres } from '../../lib/i18n/formats.ts'
import type { Point } from '../../map-engine/index.ts'
import type { FenceShape } from './drawing/fence-shape.ts'
import { moveCorner } from './drawing/polygon-shape.ts'
import { onPlan } from './drawing/rectangle-shape.ts'
import type { FencePlan } from './drawing/shape-fault.ts'
import { NumberField } from './number-field.tsx'
import styles from './shape-fields.module.css'

interface CornerFieldsProps {
  readonly points: readonly Point[]
  readonly plan: FencePlan
  /** First corner that the server would refuse. */
  readonly badCorner: number | undefined
  readonly onChange: (shape: FenceShape) => void
}

/** Returns the key of a corner, which is only known by its index. */
const cornerKey = (index: number): string => `corner ${index}`

/** Corners of a polygon as numbers, shown on request because there may be two hundred. */
export function CornerFields({ points, plan, badCorner, onChange }: CornerFieldsProps) {
  const { t } = useTranslation('geofence-editor')
  const [isOpen, setOpen] = useState(false)
  const metres = plan.metresPerPixel
  const change = (index: number, to: Point): void =>
    onChange({ kind: 'polygon', points: moveCorner(points, index, onPlan(to, plan.size)) })
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'number.hide' : 'number.show', { count: points.length })}
      </Button>
      {badCorner === undefined ? null : (
        <p className={styles.size}>{t('number.bad', { number: badCorner + 1 })}</p>
      )}
      {isOpen ? (
        <ol className={styles.corners}>
          {points.map(({ x, y }, index) => (
            <li key={cornerKey(index)} className={styles.fields}>
              <NumberField
                label={t('number.cornerX', { number: index + 1 })}
                value={x}
                metres={metres && formatMetres(x * metres.x)}
                onCommit={(value) => change(index, { x: value, y })}
              />
              <NumberField
                label={t('number.cornerY', { number: index + 1 })}
                value={y}
                metres={metres && formatMetres(y * metres.y)}
                onCommit={(value) => change(index, { x, y: value })}
              />
            </li>
          ))}
        </ol>
      ) : null}
    </>
  )
}
