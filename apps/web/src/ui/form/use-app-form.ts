import { Form, type FormInstance } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { CallError } from '../../lib/api.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { unsavedChanges } from '../../lib/unsaved-changes.ts'
import { isConflict, type Revised, type SharedEdit } from './shared-edit.ts'
import { type ShownConflict, useEditConflict } from './use-edit-conflict.ts'

/** Messages by the name of their field. */
export type FieldErrors<Values> = { readonly [field in keyof Values]?: string | undefined }

/** A shape of the contract, as far as a form uses it. Its code is large: it is loaded once the form is open. */
export interface BodyShape {
  readonly safeParse: (body: unknown) => {
    readonly success: boolean
    readonly error?: {
      readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
    }
  }
}

/** What a form asks for and says, whatever becomes of it. */
export interface FormOptions<Values extends object> {
  readonly initial: Values
  /** Messages of the specification for what is wrong with the values; empty if all is well. */
  readonly check?: (values: Values) => FieldErrors<Values>
  /** Holds the body to the contract before it is sent, with the messages that the server would give. */
  readonly contract?: {
    readonly shape: () => Promise<BodyShape>
    readonly bodyOf: (values: Values) => unknown
  }
  /** The field that holds a member of the body; the member's own name when left out. */
  readonly fieldOf?: (path: string) => keyof Values | undefined
  /** Over the form, or where who sends it says it, as in a toast. */
  readonly failureAs?: 'alert' | 'caller'
  readonly failureText?: (cause: Error) => string
  /** Sending was tried with values that are not right; the fields say so themselves. */
  readonly onInvalid?: () => void
  /** Empty fields are marked as soon as they are left, not only when the form is sent. */
  readonly marksEmpty?: boolean
}

/** Sends the values. A rejection is shown at the fields it names, else over the form. */
interface Submit<Values extends object> {
  readonly shared?: undefined
  readonly onSubmit: (values: Values, revision?: string) => unknown
}

/** The form edits a thing that others edit too: when they did meanwhile, it shows what differs and asks. */
interface SharedSubmit<Values extends object> {
  readonly shared: SharedEdit<Values>
  /**
   * Sends the values, with the revision that they were prepared on, and gives the new one; undefined if nothing was saved
   * or the form closes. A rejection is shown at the fields it names, else over the form.
   */
  readonly onSubmit: (values: Values, revision?: string) => Promise<Revised | undefined>
}

/** What a form asks for and what becomes of it. */
type AppFormOptions<Values extends object> = FormOptions<Values> & (Submit<Values> | SharedSubmit<Values>)

type Failure = readonly { readonly path: string; readonly message: string }[]

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The state of a form. {@link AppForm} and {@link FormDialog} show it. */
export interface AppFormState<Values extends object> {
  readonly form: FormInstance<Values>
  /** Of the form's element, for buttons outside it. */
  readonly id: string
  readonly sending: boolean
  /** What failed as a whole. */
  readonly failure: string | undefined
  /** What others have changed meanwhile, while one is asked about it. */
  readonly conflict: ShownConflict | undefined
  readonly initial: Values
  /** Message for a field now; undefined while nothing is to be said of it. */
  readonly errorOf: (field: string, value: unknown) => string | undefined
  readonly onAttempt: () => void
  readonly onEdit: (fields: readonly string[]) => void
  readonly onFinish: () => Promise<void>
  readonly onInvalid: () => void
  readonly reset: () => void
}

/** Frames that the marks of wrong fields are waited for: on a busy machine they come later than the next one. */
const MOST_FRAMES = 120

/** Focuses the first field of a form that is marked as wrong, once it is. */
function focusWhenMarked(formId: string, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const field = document
      .getElementById(formId)
      ?.querySelector<HTMLElement>('.ant-form-item-has-error :is(input, textarea, button)')
    if (field) field.focus()
    else if (frames > 1) focusWhenMarked(formId, frames - 1)
  })
}

/** Holds a form: values, checks on leaving a field and on sending, the contract's shape, the server's errors. */
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
  /** @returns how many of the errors stand at a field now */
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
    // Two clicks may come before `sending` is shown.
    if (isSending.current || offline !== undefined) return
    isSending.current = true
    setSending(true)
    setFailure(undefined)
    try {
      // What concerns no field is left to the server, whose answer is shown as a whole.
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
