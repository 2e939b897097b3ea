import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/field.tsx'
import { AssetTypesField } from './asset-types-field.tsx'
import type { FenceDraft } from './fence-draft.ts'
import { TriggerField } from './trigger-field.tsx'
import { TypeField } from './type-field.tsx'

interface FenceFieldsProps {
  readonly draft: FenceDraft
  readonly set: (part: Partial<FenceDraft>) => void
  /** The name was left: from then on its error is shown. */
  readonly onNameBlur: () => void
  readonly errorOf: (part: keyof FenceDraft) => string | undefined
  readonly disabled: boolean
}

/** The parts of a fence, one below the other. */
export function FenceFields({ draft, set, onNameBlur, errorOf, disabled }: FenceFieldsProps) {
  const { t } = useTranslation('geofences')
  return (
    <>
      <Field label={t('form.name')} required error={errorOf('name')}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={100}
            disabled={disabled}
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
            onBlur={() => draft.name !== '' && onNameBlur()}
          />
        )}
      </Field>
      <TypeField
        value={draft.type}
        error={errorOf('type')}
        disabled={disabled}
        onChange={(type) => set({ type })}
      />
      <AssetTypesField
        value={draft.assetTypes}
        error={errorOf('assetTypes')}
        disabled={disabled}
        onChange={(assetTypes) => set({ assetTypes })}
      />
      <TriggerField
        label={t('form.entryTrigger')}
        unit={t('form.minutesInside')}
        answer={draft.entry}
        wait={draft.entryWait}
        answerError={errorOf('entry')}
        waitError={errorOf('entryWait')}
        disabled={disabled}
        onAnswer={(entry) => set({ entry })}
        onWait={(entryWait) => set({ entryWait })}
      />
      <TriggerField
        label={t('form.exitTrigger')}
        unit={t('form.minutesOutside')}
        answer={draft.exit}
        wait={draft.exitWait}
        answerError={errorOf('exit')}
        waitError={errorOf('exitWait')}
        disabled={disabled}
        onAnswer={(exit) => set({ exit })}
        onWait={(exitWait) => set({ exitWait })}
      />
    </>
  )
}
