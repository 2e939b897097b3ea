import { Form, type FormInstance } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { CallError } from '../../lib/api.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { unsavedChanges } from '../../lib/unsaved-changes.ts'
import { isConflict, type Revised, type SharedEdit } from './shared-edit.ts'
import { type ShownConflict, useEditConflict } from './use-edit-conflict.ts'

/** Error messages by field name. */
export type FieldErrors<Values> = { readonly [field in keyof Values]?: string | undefined }

/** A schema of the contract, as far as forms use it. Its code is large and is loaded when the form is open. */
export interface BodyShape {
  readonly safeParse: (body: unknown) => {
    readonly success: boolean
    readonly error?: {
      readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
    }
  }
}

/** Common options of forms. */
export interface FormOptions<Values extends object> {
  readonly initial: Values
  /** Returns the specification's messages for invalid values; empty if all are valid. */
  readonly check?: (values: Values) => FieldErrors<Values>
  /** Checks the body against the contract before sending, with the server's messages. */
  readonly contract?: {
    readonly shape: () => Promise<BodyShape>
    readonly bodyOf: (values: Values) => unknown
  }
  /** Returns the field for a member of the body; by default the field of the same name. */
  readonly fieldOf?: (path: string) => keyof Values | undefined
  /** Place of a general failure: above the form, or shown by the caller, for example as a toast. */
  readonly failureAs?: 'alert' | 'caller'
  readonly failureText?: (cause: Error) => string
  /** Called when invalid values were submitted; the fields show their errors. */
  readonly onInvalid?: () => void
  /** Marks empty fields when they are left, not only on sending. */
  readonly marksEmpty?: boolean
}

/** Sends the values. A rejection is shown at the fields it names, else above the form. */
interface Submit<Values extends object> {
  readonly shared?: undefined
  readonly onSubmit: (values: Values, revision?: string) => unknown
}

/** Options of a form for a record that others edit too. On a conflict it shows the differences and asks. */
interface SharedSubmit<Values extends object> {
  readonly shared: SharedEdit<Values>
  /**
   * Sends the values with their revision and returns the new revision. Returns undefined if nothing was saved or the
   * form closes. A rejection is shown at the fields it names, else above the form.
   */
  readonly onSubmit: (values: Values, revision?: string) => Promise<Revised | undefined>
}

/** Options of a form, including its submission. */
type AppFormOptions<Values extends object> = FormOptions<Values> & (Submit<Values> | SharedSubmit<Values>)

type Failure = readonly { readonly path: string; readonly message: string }[]

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The state of a form. {@link AppForm} and {@link FormDialog} show it. */
export interface AppFormState<Values extends object> {
  readonly form: FormInstance<Values>
  /** Id of the form element, for buttons outside the form. */
  readonly id: string
  readonly sending: boolean
  /** Message of a general failure. */
  readonly failure: string | undefined
  /** Conflict with a stored change while the user is asked about it. */
  readonly conflict: ShownConflict | undefined
  readonly initial: Values
  /** Returns the current message of a field; undefined if there is none. */
  readonly errorOf: (field: string, value: unknown) => string | undefined
  readonly onAttempt: () => void
  readonly onEdit: (fields: readonly string[]) => void
  readonly onFinish: () => Promise<void>
  readonly onInvalid: () => void
  readonly reset: () => void
}

/** Maximum number of frames to wait for error marks, which appear late on a busy machine. */
const MAX_FRAMES = 120

/** Focuses the first field with an error mark, once it appears. */
function focusWhenMarked(formId: string, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const field = document
      .getElementById(formId)
      ?.querySelector<HTMLElement>('.ant-form-item-has-error :is(input, textarea, button)')
    if (field) field.focus()
    else if (frames > 1) focusWhenMarked(formId, frames - 1)
  })
}

/**
 * Manages a form: values, checks on leaving a field and on sending, the contract's schema, and the server's errors.
 */
export function useAppForm<Values extends object>(options: AppFormOptions<Values>): AppFormState<Values> {
  const { initial, check, contract, fieldOf, failureAs = 'alert', failureText } = options
  const [form] = Form.useForm<Values>()
  const id = `form${useId()}`
  const attempted = useRef(false)
  const refused = useRef<Record<string, string>>({})
  const offline = useOfflineReason()
  const [sending, setSending] = useState(false)
  const isSending = useRef(false)
  const [failure, setFailure] = useState<string>()
  const shape = contract?.shape
  useEffect(() => {
    // Fetched ahead, so that sending does not wait for it.
    void shape?.().catch(() => undefined)
  }, [shape])

  useEffect(() => () => unsavedChanges.forget(id), [id])

  const conflict = useEditConflict<Values>({
    shared: options.shared,
    initial,
    onSettled: (settled) => {
      form.setFieldsValue(settled)
      void onFinish()
    },
  })

  const values = (): Values => ({ ...initial, ...form.getFieldsValue(true) })
  const focusFirstError = (): void => focusWhenMarked(id)
  /** @returns number of errors now shown at fields */
  const showFields = (errors: Failure): number => {
    const found = errors.flatMap((error) => {
      const first = error.path.split('.')[0] ?? ''
      const field = fieldOf ? fieldOf(error.path) : (first as keyof Values)
      return field !== undefined && field in initial ? [[String(field), error.message] as const] : []
    })
    if (found.length === 0) return 0
    refused.current = Object.fromEntries(found)
    void form.validateFields(found.map(([field]) => field) as never).catch(() => undefined)
    focusFirstError()
    return found.length
  }
  const showFailure = (cause: Error): void => {
    const errors = cause instanceof CallError ? cause.errors : []
    if (errors.length > 0 && showFields(errors) === errors.length) return
    if (failureAs === 'alert') setFailure(failureText?.(cause) ?? cause.message)
  }
  const issues = async (): Promise<Failure> => {
    const loaded = await contract?.shape().catch(() => undefined)
    const found = loaded?.safeParse(contract?.bodyOf(values())).error?.issues ?? []
    return found.map(({ path, message: text }) => ({ path: path.map(String).join('.'), message: text }))
  }
  const submit = async (mayRepeat: boolean): Promise<void> => {
    const submitted = values()
    try {
      if (!options.shared) await options.onSubmit(submitted)
      else conflict.onSaved(submitted, await options.onSubmit(submitted, conflict.revision()))
      unsavedChanges.forget(id)
    } catch (cause) {
      if (!options.shared || !mayRepeat || !isConflict(cause)) throw cause
      if (await conflict.examine(submitted)) await submit(false)
    }
  }
  const onFinish = async (): Promise<void> => {
    // Two clicks may come before `sending` is rendered.
    if (isSending.current || offline !== undefined) return
    isSending.current = true
    setSending(true)
    setFailure(undefined)
    try {
      // Findings without a field are left to the server, whose answer is shown above the form.
      if (showFields(await issues()) === 0) await submit(true)
    } catch (cause) {
      showFailure(cause instanceof Error ? cause : new Error(String(cause)))
    } finally {
      isSending.current = false
      setSending(false)
    }
  }
  return {
    form,
    id,
    sending,
    failure,
    conflict: conflict.shown,
    initial,
    errorOf: (field, value) => {
      if (refused.current[field]) return refused.current[field]
      if (!attempted.current && !options.marksEmpty && isEmpty(value)) return undefined
      return check?.(values())[field as keyof Values]
    },
    onAttempt: () => {
      attempted.current = true
    },
    onEdit: (fields) => {
      unsavedChanges.note(id)
      for (const field of fields) delete refused.current[field]
      const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0)
      if (wrong.length > 0)
        void form.validateFields(wrong.map(({ name }) => name) as never).catch(() => undefined)
    },
    onFinish,
    onInvalid: () => {
      options.onInvalid?.()
      focusFirstError()
    },
    reset: () => {
      attempted.current = false
      refused.current = {}
      setFailure(undefined)
      unsavedChanges.forget(id)
      conflict.onReset()
      form.resetFields()
    },
  }
}
