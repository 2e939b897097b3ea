/** Messages about the metadata mapping; part of `messages`. */
export const metadataMessages = {
  metadataSaved: 'Metadata mapping saved.',
  metadataAdded: 'Added to the metadata mapping.',
  metadataRemoved: 'Removed from the metadata mapping. Assets keep their values.',
  metadataTypeNeeded: 'Equipment, Clinician and Patient cannot be removed.',
  metadataExists: 'Already Exist',
  metadataPathUnknown: 'This is not part of the metadata mapping.',
  metadataModelRule:
    'Enter a path below Fields: names of letters, digits and _, separated by dots, each path once per asset type.',
  metadataFlagRule: 'A filter flag is 1 or 0.',
  metadataInputTypeRule: 'An input type is input, multiple or select.',
  metadataNameTaken: 'This name is reserved.',
  fieldNotMapped: 'The metadata mapping does not name this field.',
  metadataOptionsRule: 'Options belong to the input types multiple and select.',
  metadataFull: 'The limit of the metadata mapping is reached.',
} as const
