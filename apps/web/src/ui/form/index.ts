export { AppField, AppForm, SubmitButton } from './app-form.tsx'
export { FormDialog } from './form-dialog.tsx'
export { useAppForm } from './use-app-form.ts'
