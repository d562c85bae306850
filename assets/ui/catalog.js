// The translations of the texts used in the browser. When the site is built in another language, this file is replaced.
export default { locale: "en", dateLocale: "en-GB", categories: ["one", "other"], messages: {} };
