//! `#[derive(Node)]`: the children of an IR node are its fields, all of them. A field whose type is no part of the IR does not
//! compile, so no walk can forget one.

use proc_macro::TokenStream;
use proc_macro2::{Ident, TokenStream as Tokens};
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Fields, parse_macro_input};

/// Implements `Node` and `Part` of `lawmage_ir::visit`: a struct's children are its fields, an enum's those of the variant at hand.
#[proc_macro_derive(Node)]
pub fn derive_node(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let name = &input.ident;
    let (shared, changed) = match &input.data {
        Data::Struct(data) => {
            (arm(quote!(Self), &data.fields, &quote!(offer)), arm(quote!(Self), &data.fields, &quote!(offer_mut)))
        }
        Data::Enum(data) => {
            let arms = |method: Tokens| -> Tokens {
                data.variants
                    .iter()
                    .map(|v| {
                        let variant = &v.ident;
                        arm(quote!(Self::#variant), &v.fields, &method)
                    })
                    .collect()
            };
            (arms(quote!(offer)), arms(quote!(offer_mut)))
        }
        Data::Union(_) => {
            return syn::Error::new_spanned(&input.ident, "a union is no node").to_compile_error().into();
        }
    };
    let called = match &input.data {
        Data::Enum(data) => {
            let arms = data.variants.iter().map(|v| {
                let variant = &v.ident;
                quote!(Self::#variant { .. } => stringify!(#variant),)
            });
            quote!(match self { #(#arms)* })
        }
        _ => quote!(stringify!(#name)),
    };
    quote! {
        impl crate::visit::Part for #name {
            fn offer<'n>(&'n self, visit: &mut dyn FnMut(&'n dyn crate::visit::Node)) {
                visit(self);
            }
            fn offer_mut(&mut self, visit: &mut dyn FnMut(&mut dyn crate::visit::Node)) {
                visit(self);
            }
        }
        impl crate::visit::Node for #name {
            fn called(&self) -> &'static str {
                #called
            }
            #[allow(unused_variables)]
            fn children<'n>(&'n self, visit: &mut dyn FnMut(&'n dyn crate::visit::Node)) {
                use crate::visit::Part as _;
                match self { #shared }
            }
            #[allow(unused_variables)]
            fn children_mut(&mut self, visit: &mut dyn FnMut(&mut dyn crate::visit::Node)) {
                use crate::visit::Part as _;
                match self { #changed }
            }
        }
    }
    .into()
}

/// The match arm of a struct or variant: every field is named, and offers its nodes.
fn arm(path: Tokens, fields: &Fields, method: &Tokens) -> Tokens {
    match fields {
        Fields::Unit => quote!(#path => {}),
        Fields::Named(named) => {
            let names: Vec<&Ident> = named.named.iter().filter_map(|f| f.ident.as_ref()).collect();
            quote!(#path { #(#names),* } => { #(#names.#method(visit);)* })
        }
        Fields::Unnamed(unnamed) => {
            let names: Vec<Ident> = (0..unnamed.unnamed.len()).map(|n| format_ident!("part{n}")).collect();
            quote!(#path(#(#names),*) => { #(#names.#method(visit);)* })
        }
    }
}
