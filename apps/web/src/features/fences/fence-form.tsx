import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { accessQuery } from '../../lib/access.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useMetadata } from '../../lib/metadata.ts'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { type DraftErrors, errorsOf, type FenceDraft } from './fence-draft.ts'
import styles from './fence-form.module.css'
import { TriggerField } from './trigger-field.tsx'
import { TypeField } from './type-field.tsx'

interface FenceFormProps {
  readonly draft: FenceDraft
  readonly onChange: (draft: FenceDraft) => void
  /** What the server said of single parts, until they are changed. */
  readonly refused: DraftErrors
  readonly saving: boolean
  readonly onCancel: () => void
  /** @param errors what is wrong with the draft; the form shows it at its parts */
  readonly onSave: (errors: DraftErrors) => void
  readonly children?: ReactNode
}

/** Everything of a fence but its rectangle. */
export function FenceForm({ draft, onChange, refused, saving, onCancel, onSave, children }: FenceFormProps) {
  const [left, setLeft] = useState<ReadonlySet<keyof FenceDraft>>(new Set())
  const [tried, setTried] = useState(false)
  const offline = useOfflineReason()
  const wrong = errorsOf(draft)
  const errorOf = (part: keyof FenceDraft): string | undefined =>
    refused[part] ?? (tried || left.has(part) ? wrong[part] : undefined)
  const set = (part: Partial<FenceDraft>): void => onChange({ ...draft, ...part })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    setTried(true)
    onSave(wrong)
    // After the errors are there: the first of them is where to go on.
    if (Object.keys(wrong).length > 0) requestAnimationFrame(() => focusFirstError(form))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Geofence">
      <div className={styles.fields}>
        <Field label="Name" required error={errorOf('name')}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={100}
              disabled={saving}
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
              onBlur={() => draft.name !== '' && setLeft(new Set([...left, 'name']))}
            />
          )}
        </Field>
        <TypeField
          value={draft.type}
          error={errorOf('type')}
          disabled={saving}
          onChange={(type) => set({ type })}
        />
        <AssetTypesField
          value={draft.assetTypes}
          error={errorOf('assetTypes')}
          disabled={saving}
          onChange={(assetTypes) => set({ assetTypes })}
        />
        <TriggerField
          label="Entry trigger"
          unit="minutes inside"
          answer={draft.entry}
          wait={draft.entryWait}
          answerError={errorOf('entry')}
          waitError={errorOf('entryWait')}
          disabled={saving}
          onAnswer={(entry) => set({ entry })}
          onWait={(entryWait) => set({ entryWait })}
        />
        <TriggerField
          label="Exit trigger"
          unit="minutes outside"
          answer={draft.exit}
          wait={draft.exitWait}
          answerError={errorOf('exit')}
          waitError={errorOf('exitWait')}
          disabled={saving}
          onAnswer={(exit) => set({ exit })}
          onWait={(exitWait) => set({ exitWait })}
        />
        {children}
      </div>
      <footer className={styles.foot}>
        <Button onClick={onCancel} disabled={saving}>
          Cancel
        </Button>
        <Button
          type="primary"
          htmlType="submit"
          loading={saving}
          disabled={offline !== undefined}
          title={offline}
        >
          Save geofence
        </Button>
      </footer>
    </form>
  )
}

interface AssetTypesFieldProps {
  readonly value: readonly string[]
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (types: readonly string[]) => void
}

/** The types of asset that a fence concerns, out of the metadata mapping; patients only for who may see them. */
function AssetTypesField({ value, error, disabled, onChange }: AssetTypesFieldProps) {
  const aliases = useMetadata()?._aliases ?? {}
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const offered = Object.keys(aliases).filter((type) => type !== 'Patient' || access?.patientDataAccess)
  return (
    <FieldGroup label="Applies to" required error={error}>
      <Checkbox.Group
        className={styles.choices ?? ''}
        value={[...value]}
        disabled={disabled}
        options={offered.map((type) => ({ value: type, label: aliases[type] || type }))}
        onChange={onChange}
      />
    </FieldGroup>
  )
}

function focusFirstError(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')
  const control = field?.matches('input, textarea, button')
    ? field
    : field?.querySelector<HTMLElement>('input')
  control?.focus()
}
