import { getHolderInterfaceLocale } from '#/slices/holders/interface-locale/get-holder-interface-locale.ts'
import { getHolderProfile } from './get-holder-profile.ts'
import { updateHolderInterfaceLocale } from '#/slices/holders/interface-locale/update-holder-interface-locale.ts'
import { updateHolderLocation } from './update-holder-location.ts'
import { updateHolderProfile } from './update-holder-profile.ts'

export const holderOperations = [
  getHolderInterfaceLocale,
  updateHolderInterfaceLocale,
  getHolderProfile,
  updateHolderProfile,
  updateHolderLocation,
]
