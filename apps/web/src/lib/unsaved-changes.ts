const edited = new Set<string>()

/** Which forms that are open now hold something that was typed and not saved. */
export const unsavedChanges = {
  note: (form: string): void => void edited.add(form),
  forget: (form: string): void => void edited.delete(form),
  exist: (): boolean => edited.size > 0,
}
