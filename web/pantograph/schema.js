const names = "field previous tap text show hide enable disable countdown over alert announcer notice since continue"

/** @type {any} see Schema */
export const schema = Object.fromEntries(names.split(" ").map((name) => [name, `data-${name}`]))
