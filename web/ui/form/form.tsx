import { FormContext } from 'react-aria-components'
import { PlainForm, type FormProps } from './plain-form.tsx'

/** A form that shows what the server refused: faults of its fields beside them, everything else above the buttons. */
export function Form(props: FormProps) {
  return (
    <FormContext value={{ validationBehavior: 'aria' }}>
      <PlainForm {...props} />
    </FormContext>
  )
}
