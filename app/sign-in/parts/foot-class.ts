/** Of the line below a form, with its links. */
export const footClass =
  'mt-8 border-t border-line pt-5 text-muted [&_a]:-my-2.5 [&_a]:inline-flex [&_a]:min-h-11 [&_a]:max-w-full [&_a]:items-center [&_a]:text-link [&_a]:underline [&_a]:underline-offset-[0.2em] [&_a]:wrap-anywhere'
