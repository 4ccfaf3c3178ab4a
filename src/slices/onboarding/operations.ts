import { getHolderOnboarding } from './get-holder-onboarding.ts'
import { submitHolderOnboarding } from './submit-holder-onboarding.ts'
import { updateHolderOnboardingStep } from './update-holder-onboarding-step.ts'

export const onboardingOperations = [getHolderOnboarding, updateHolderOnboardingStep, submitHolderOnboarding]
