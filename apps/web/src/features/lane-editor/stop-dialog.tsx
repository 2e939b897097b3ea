import { useQuery } from '@tanstack/react-query'
import { CONNECTION_KINDS, type ConnectionKind } from '@wardtrack/contracts/lane-limits'
import { AutoComplete, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import type { Point } from '../../map-engine/index.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import type { LaneStop } from './drawing/lane-drawing.ts'
import { connectionsQuery } from './lanes.query.ts'

/** Position of a stop, and the stop itself unless it is new. */
export interface EditedStop {
  readonly at: Point
  readonly index?: number
  readonly stop?: LaneStop
}

interface StopDialogProps {
  readonly mapId: string
  readonly edited: EditedStop
  readonly stops: readonly LaneStop[]
  readonly onCancel: () => void
  readonly onSave: (stop: LaneStop) => void
}

interface Answers {
  readonly kind: ConnectionKind
  readonly name: string
}

const isSame = (a: Answers, b: Answers): boolean =>
  a.kind === b.kind && a.name.trim().toLowerCase() === b.name.trim().toLowerCase()

/** Asks which lift, stairs or passage the stop belongs to. The same name on another map is the same lift. */
export function StopDialog({ mapId, edited, stops, onCancel, onSave }: StopDialogProps) {
  const { t } = useTranslation('lane-editor')
  const connections = useQuery(connectionsQuery())
  const { at, index, stop } = edited
  const initial: Answers = { kind: stop?.kind ?? 'lift', name: stop?.name ?? '' }
  const state = useAppForm<Answers>({
    initial,
    check: (answers) => ({
      name:
        answers.name.trim() === ''
          ? translate('messages:fieldRequired')
          : stops.some((known, place) => place !== index && isSame(known, answers))
            ? translate('messages:stopTwice')
            : undefined,
    }),
    onSubmit: async ({ kind, name }) => onSave({ kind, name: name.trim(), x: at.x, y: at.y }),
  })
  const elsewhere = (connections.data ?? []).filter((known) =>
    known.stops.some((place) => place.mapId !== mapId),
  )
  const names = [...new Set(elsewhere.map(({ name }) => name))]
  return (
    <FormDialog
      state={state}
      title={stop ? t('stop.change') : t('stop.add')}
      verb={stop ? t('stop.change') : t('stop.add')}
      modal={{ width: 380 }}
      onClose={onCancel}
    >
      <AppField name="kind" label={t('stop.kind')} required>
        <Select options={CONNECTION_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))} />
      </AppField>
      <AppField name="name" label={t('stop.name')} required help={t('stop.nameHint')}>
        <AutoComplete
          autoFocus
          options={names.map((name) => ({ value: name }))}
          showSearch={{
            filterOption: (text, option) => String(option?.value).toLowerCase().includes(text.toLowerCase()),
          }}
          maxLength={100}
        />
      </AppField>
    </FormDialog>
  )
}
